// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
"use strict";

// The console's one script: it fetches the part that the server has drawn, sends acts, and follows changes.
(() => {
  const main = document.getElementById("content");
  const status = document.querySelector(".status");
  const policy = window.trustedTypes ? trustedTypes.createPolicy("sallyport", { createHTML: (text) => text }) : null;
  const trusted = (text) => (policy ? policy.createHTML(text) : text);
  const key = "sallyport.bearer";
  let shown = null;
  let stream = null;
  let waiting = false;
  // The last change that was loaded, from which the stream goes on.
  let seen = null;

  // At most one message in five seconds, the newest.
  let next = null, quietUntil = 0, over = 0;
  const say = (text) => {
    next = text;
    const wait = Math.max(0, quietUntil - Date.now());
    setTimeout(() => {
      if (next === null) return;
      status.textContent = next;
      next = null;
      quietUntil = Date.now() + 5000;
      // What is said lies over the page, so it goes again.
      clearTimeout(over);
      over = setTimeout(() => {
        if (!document.documentElement.classList.contains("gone")) status.textContent = "";
      }, 8000);
    }, wait);
  };

  const gone = "The console has ended; run “sallyport console”.";

  const bearer = () => sessionStorage.getItem(key);

  const ask = async (path, options = {}) => {
    const headers = { Authorization: "Bearer " + bearer(), ...(options.headers || {}) };
    if (options.body !== undefined) headers["Content-Type"] = "application/json";
    const answer = await fetch(path, { ...options, headers, cache: "no-store", credentials: "omit" });
    if (answer.ok) return answer;
    const fault = await answer.json().then((body) => body.error, () => ({ code: "internal", says: "The console failed." }));
    throw fault;
  };
  // An act goes on when the person leaves the page.
  const post = (path, value) => ask(path, { method: "POST", keepalive: true, body: JSON.stringify(value) }).then((answer) => answer.json());

  // MARK: Drawing

  // What is typed belongs to its form, its control or the request that its picker answers.
  const fieldOf = (input) => {
    const place = input.closest("[data-passcode],.field,.picker");
    const { passcode, prompt } = place?.dataset ?? {};
    return [passcode, prompt, place?.querySelector("[data-act]")?.dataset.act, input.name, input.dataset.member].join(" ");
  };
  const texts = () => [...main.querySelectorAll("input:not([type=search],[type=checkbox],[hidden])")];
  const untype = (place) => place?.querySelectorAll("input").forEach((input) => (input.value = input.defaultValue));

  const draw = (html) => {
    if (html === shown) return;
    const typed = new Map(
      texts().filter((input) => input.value !== input.defaultValue).map((input) => [fieldOf(input), input.value]));
    const focused = document.activeElement;
    const mark = focused && main.contains(focused) ? focused.dataset.act || focused.getAttribute("href") || null : null;
    const open = [...main.querySelectorAll("details[open] summary")].map((summary) => summary.textContent);
    main.innerHTML = trusted(html);
    shown = html;
    for (const input of texts()) input.value = typed.get(fieldOf(input)) ?? input.value;
    for (const summary of main.querySelectorAll("summary"))
      if (open.includes(summary.textContent)) summary.parentElement.open = true;
    // A place on the page that its address names, which was not there before.
    if (location.hash.length > 1 && document.getElementById(location.hash.slice(1))) location.replace(location.hash);
    const delayed = [...main.querySelectorAll("[data-delayed]")];
    setTimeout(() => {
      const isGone = document.documentElement.classList.contains("gone");
      for (const button of delayed) button.disabled = isGone;
    }, 500);
    // A change never moves the focus.
    if (mark !== null)
      [...main.querySelectorAll("button,a")]
        .find((one) => one.dataset.act === mark || one.getAttribute("href") === mark)?.focus({ preventScroll: true });
  };

  const words = { use: "Explanation", shield: "Explanation", "": "Today" };
  const kind = location.pathname.split("/")[1];
  document.title = "Sallyport – " + (words[kind] || kind[0].toUpperCase() + kind.slice(1));
  for (const link of document.querySelectorAll("nav a"))
    if (link.pathname.split("/")[1] === (kind || "today")) link.setAttribute("aria-current", "page");

  const sentence = (title, text) => {
    const heading = document.createElement("h1"), paragraph = document.createElement("p");
    heading.textContent = title;
    paragraph.textContent = text;
    main.replaceChildren(heading, paragraph);
    shown = null;
  };

  const isBusy = () => {
    const active = document.activeElement;
    return document.querySelector("dialog[open]") !== null ||
      (active !== null && main.contains(active) && active.matches("input,select")) ||
      main.querySelector(".picker input:checked") !== null;
  };

  const load = async () => {
    if (bearer() === null) return sentence("Sallyport", "Run “sallyport console” and open its link.");
    try {
      const answer = await ask("/api/1" + (location.pathname === "/" ? "/today" : location.pathname), {
        headers: { Accept: "text/html" },
      });
      // What was switched off while the host was gone is drawn anew.
      if (document.documentElement.classList.contains("gone")) {
        shown = "";
        status.textContent = "";
      }
      document.documentElement.classList.remove("gone");
      seen = answer.headers.get("Sallyport-Change");
      const html = await answer.text();
      if (isBusy()) waiting = true; else draw(html);
    } catch (fault) {
      if (fault.code === "session.unknown") {
        sessionStorage.removeItem(key);
        stream?.abort();
        return sentence("Sallyport", "Run “sallyport console” and open its link.");
      }
      if (fault.code === "notFound") return sentence("Not here", fault.says);
      document.documentElement.classList.add("gone");
      for (const control of main.querySelectorAll("button,input,select")) control.disabled = true;
      const time = main.querySelector("time")?.textContent;
      if (shown === null) sentence("Sallyport", fault.says || gone);
      say((time ? "As of " + time + ": " : "") + (fault.says || gone));
    }
  };

  // MARK: Acts

  const passcodeFor = (retry) => {
    const dialog = document.createElement("dialog"), form = document.createElement("form");
    const label = document.createElement("label"), input = document.createElement("input");
    const name = document.createElement("input");
    const go = document.createElement("button"), leave = document.createElement("button");
    const heading = document.createElement("h2"), fault = document.createElement("p");
    heading.textContent = "The guardian’s passcode";
    label.textContent = "Passcode ";
    Object.assign(name, { type: "text", autocomplete: "username", value: "guardian", hidden: true });
    Object.assign(input, { type: "password", autocomplete: "current-password" });
    Object.assign(go, { type: "submit", textContent: "Continue" });
    Object.assign(leave, { type: "button", textContent: "Cancel" });
    fault.setAttribute("role", "alert");
    label.append(input);
    form.append(heading, name, label, fault, go, leave);
    dialog.append(form);
    dialog.setAttribute("aria-labelledby", "passcode-heading");
    heading.id = "passcode-heading";
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      go.disabled = true;
      try {
        await post("/api/1/elevate", { passcode: input.value });
        dialog.close();
        retry();
      } catch (error) {
        fault.textContent = error.says || gone;
        input.value = "";
        input.focus();
      }
      go.disabled = false;
    });
    leave.addEventListener("click", () => dialog.close());
    // Closing answers nothing.
    dialog.addEventListener("close", () => { dialog.remove(); if (waiting) { waiting = false; load(); } });
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
  };

  // The order with a member set; the path leads into members of members.
  const withMember = (order, [first, ...rest], value) =>
    ({ ...order, [first]: rest.length === 0 ? value : withMember(order[first] || {}, rest, value) });
  const units = { number: 1, minutes: 60, hours: 3600 };

  const act = async (button, order) => {
    const first = order;
    const fields = [...(button.closest(".field")?.querySelectorAll("[data-member]") || [])];
    if (fields.some((field) => !field.reportValidity())) return;
    for (const field of fields) {
      const text = field.value.trim(), unit = units[field.dataset.form], path = field.dataset.member.split("/");
      // An empty value of a parameter is a value; any other that may be left out is left out.
      if (text === "" && path.length === 1) continue;
      order = withMember(order, path, unit ? Number(text) * unit : text);
    }
    // Another value is another act.
    const sent = JSON.stringify(order);
    if (button.dataset.sent !== sent) delete button.dataset.name;
    button.dataset.sent = sent;
    // One name for each drawn control: a double click is one act.
    button.dataset.name ||= crypto.randomUUID();
    const whole = { act: button.dataset.name, ...order };
    if (button.hasAttribute("data-guardian")) whole.as = "guardian";
    try {
      const result = await post("/api/1/acts", whole);
      say(result.says || "Done.");
      waiting = false;
      main.querySelectorAll(".picker input:checked").forEach((box) => (box.checked = false));
      untype(button.closest(".field,.picker"));
      document.activeElement?.matches("input,select") && document.activeElement.blur();
      load();
    } catch (fault) {
      if (fault.code === "guardian.needed") {
        delete button.dataset.name;
        // The passcode may have been given a moment ago, for another control.
        if (whole.as !== "guardian") {
          button.setAttribute("data-guardian", "");
          return act(button, first);
        }
        return passcodeFor(() => act(button, first));
      }
      say(fault.says || gone);
      if (["stale", "conflict.settled", "busy", "refused"].includes(fault.code)) load();
    }
  };

  // No family can name more items of a kind.
  const mostOfAKind = 1000;
  const tooMany = "A family can name at most 1,000 items of a kind.";
  const pick = (button) => {
    const picker = button.closest(".picker");
    const order = { kind: "pick", prompt: Number(picker.dataset.prompt) };
    if (picker.hasAttribute("data-guardian")) button.setAttribute("data-guardian", "");
    if (button.dataset.pick === "cancel") return act(button, { ...order, cancel: true });
    const chosen = (kind) =>
      [...new Set([...picker.querySelectorAll(`input[data-kind=${kind}]:checked`)].map((box) => box.value))];
    const domain = picker.querySelector("input[name=domain]").value.trim();
    const domains = [...new Set([...chosen("webDomain"), ...(domain ? [domain] : [])])];
    if (domains.length > mostOfAKind) return say(tooMany);
    act(button, {
      ...order, applications: chosen("application"), categories: chosen("category"), webDomains: domains,
    });
  };

  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const filter = (input) => {
    const wanted = plain(input.value);
    for (const row of input.closest(".picker").querySelectorAll("li"))
      row.hidden = wanted !== "" && !plain(row.textContent).includes(wanted);
    // A group without a hit would be a heading over nothing.
    for (const group of input.closest(".picker").querySelectorAll("fieldset"))
      group.hidden = group.querySelector("li:not([hidden])") === null;
  };

  const passcode = async (form) => {
    const button = form.querySelector("button");
    const value = (name) => form.querySelector(`input[name=${name}]`).value;
    const clear = () => form.querySelectorAll("input[type=password]").forEach((input) => (input.value = ""));
    button.disabled = true;
    try {
      if (form.dataset.passcode === "elevate") {
        await post("/api/1/elevate", { passcode: value("passcode") });
        clear();
        say("You can act as the guardian for 5 minutes.");
      } else if (form.dataset.passcode !== "remove" && value("new") !== value("again")) {
        say("The passcodes are not the same.");
      } else {
        const order = { which: form.dataset.passcode };
        for (const name of ["passcode", "code", "new"])
          if (form.querySelector(`input[name=${name}]`)) order[name] = value(name);
        const result = await post("/api/1/passcode", order);
        clear();
        if (result.recovery === undefined) {
          say(order.which === "remove" ? "The passcode is removed." : "The passcode is changed.");
          document.activeElement?.blur();
          button.disabled = false;
          return load();
        }
        const dialog = document.createElement("dialog"), close = document.createElement("button");
        const heading = document.createElement("h2"), text = document.createElement("p"), code = document.createElement("code");
        heading.textContent = order.which === "replace" ? "The passcode will be replaced" : "The passcode is set";
        text.textContent = "Write this down. It is shown once, and replaces a forgotten passcode:";
        // In groups, as it is written down; the spaces are optional.
        code.textContent = result.recovery.replace(/^.*: /, "").replace(/(.{4})(?=.)/g, "$1 ");
        Object.assign(close, { type: "button", textContent: "I have it" });
        dialog.append(heading, text, code, close);
        close.addEventListener("click", () => dialog.close());
        dialog.addEventListener("close", () => { dialog.remove(); load(); });
        document.body.append(dialog);
        dialog.showModal();
      }
    } catch (fault) {
      say(fault.says || gone);
    }
    button.disabled = false;
  };

  main.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button === null || button.disabled) return;
    if (button.dataset.act) act(button, JSON.parse(button.dataset.act));
    else if (button.dataset.pick) pick(button);
  });
  main.addEventListener("submit", (event) => { event.preventDefault(); passcode(event.target); });
  main.addEventListener("input", (event) => { if (event.target.type === "search") filter(event.target); });
  main.addEventListener("change", (event) => {
    const box = event.target;
    if (!box.matches(".picker input[type=checkbox]") || !box.checked) return;
    const same = box.closest(".picker").querySelectorAll(`input[data-kind=${box.dataset.kind}]:checked`);
    if (new Set([...same].map((one) => one.value)).size <= mostOfAKind) return;
    box.checked = false;
    say(tooMany);
  });
  main.addEventListener("focusout", () => setTimeout(() => { if (waiting && !isBusy()) { waiting = false; load(); } }));
  document.addEventListener("keydown", (event) => {
    if (event.key === "h" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.matches("input"))
      document.documentElement.classList.toggle("nameless");
  });

  // MARK: Changes

  const follow = async () => {
    while (!document.hidden && bearer() !== null) {
      stream = new AbortController();
      try {
        const answer = await ask("/api/1/events" + (seen === null ? "" : "?after=" + seen), { signal: stream.signal });
        const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let text = ""; ;) {
          const { value, done } = await reader.read();
          if (done) break;
          text += value;
          let end;
          while ((end = text.indexOf("\n\n")) >= 0) {
            const event = text.slice(0, end);
            text = text.slice(end + 2);
            const number = /^id: (\d+)$/m.exec(event);
            if (number === null) continue;
            seen = number[1];
            await load();
          }
        }
      } catch (fault) {
        if (document.hidden) return;
        await load();
      }
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  };
  // An origin has six connections, so a hidden page gives its own back.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) stream?.abort();
    else { load(); follow(); }
  });

  // MARK: The start

  (async () => {
    const link = /^#t=([0-9a-f]{64})$/.exec(location.hash);
    if (link !== null) {
      history.replaceState(null, "", location.pathname);
      try {
        sessionStorage.removeItem(key);
        const answer = await fetch("/session", {
          method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ link: link[1] }),
          credentials: "omit", cache: "no-store",
        });
        if (answer.ok) sessionStorage.setItem(key, (await answer.json()).bearer);
      } catch { /* load() says what is missing */ }
    }
    await load();
    follow();
  })();
})();
