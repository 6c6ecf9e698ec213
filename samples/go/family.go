// A family of extensions in one program: an app, a monitor, a shield and its buttons. Standard library only.
//
// The app asks for permission and sets a limit of one hour a day on all use. When it is reached, everything is shielded
// until the day ends. Sallyport starts this program once for each point and asks for the callbacks of that point only.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type object map[string]any

// callback holds the parameters of a callback that this family uses.
type callback struct {
	Callback  string
	Arguments struct {
		Action string
		Item   struct{ Name string }
	}
	Snapshot struct{ Activities []json.RawMessage }
}

type message struct {
	ID             string
	Method         string
	Params, Result json.RawMessage
}

var (
	inbox   *bufio.Reader
	outbox  *os.File
	clear   = object{"kind": "clearStore", "store": "day"}
	shields = object{
		"kind": "setSetting", "store": "day", "key": "shield.applicationCategories", "value": object{"policy": "all"},
	}
	// An event without items counts all use.
	limit    = object{"name": "limit", "threshold": object{"hour": 1}, "includesPastActivity": true}
	midnight = object{"hour": 0, "minute": 0}
	day      = object{"start": midnight, "end": object{"hour": 23, "minute": 59, "second": 59}, "repeats": true}
)

const dark = "#202020ff"

func label(text, color string) object { return object{"text": text, "color": color} }

func effects(changes ...object) object { return object{"effects": changes} }

// perform returns the result of a callback.
func perform(call callback) object {
	switch call.Callback {
	case "activate":
		if len(call.Snapshot.Activities) == 0 && ask("authorize", object{"member": "individual"}) {
			return effects(object{"kind": "startMonitoring", "activity": "day", "schedule": day, "events": []object{limit}})
		}
	case "eventDidReachThreshold":
		return effects(shields)
	case "intervalDidEnd":
		return effects(clear)
	case "configuration":
		title := "This can wait"
		if name := call.Arguments.Item.Name; name != "" && len(name) <= 200 {
			title = name + " can wait"
		}
		return object{"configuration": object{
			"icon": "hourglass", "title": label(title, dark), "subtitle": label("You have used your hour of today.", dark),
			"primaryButton": label("OK", "#ffffffff"), "secondaryButton": label("Ignore the limit today", dark),
		}}
	case "handle":
		if call.Arguments.Action == "secondaryButtonPressed" {
			return object{"response": "none", "effects": []object{clear}}
		}
		return object{"response": "close"}
	}
	return object{}
}

// ask sends a request of the app and reports whether the host accepted it.
func ask(method string, params object) bool {
	send(object{"id": "e1", "method": method, "params": params})
	reply, open := next()
	return open && reply.Result != nil
}

// answer adds the result or the error of a request to its reply.
func answer(reply object, method string, params json.RawMessage) {
	switch method {
	case "hello":
		var offer struct {
			Protocols, Schemas []int
			Extension          string
		}
		if json.Unmarshal(params, &offer) != nil || !holdsOne(offer.Protocols) || !holdsOne(offer.Schemas) {
			data := object{"supported": object{"protocols": []int{1}, "schemas": []int{1}}}
			reply["error"] = object{"code": 1000, "message": "This program needs protocol 1 and schema 1.", "data": data}
			return
		}
		reply["result"] = object{"protocol": 1, "schema": 1, "features": []string{}, "extension": offer.Extension, "version": "1.0"}
	case "perform":
		var call callback
		if err := json.Unmarshal(params, &call); err != nil {
			reply["error"] = object{"code": 1200, "message": "The callback could not be read."}
			return
		}
		reply["result"] = perform(call)
	case "shutdown":
		reply["result"] = object{}
	default:
		reply["error"] = object{"code": -32601, "message": "This program has no such method."}
	}
}

func holdsOne(numbers []int) bool {
	for _, number := range numbers {
		if number == 1 {
			return true
		}
	}
	return false
}

// The wire: lines of JSON on the two descriptors that SALLYPORT_WIRE names.

func next() (message, bool) {
	var read message
	line, err := inbox.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &read)
	}
	return read, err == nil
}

func send(members object) {
	members["jsonrpc"] = "2.0"
	if line, err := json.Marshal(members); err == nil {
		outbox.Write(append(line, '\n'))
	}
}

func main() {
	var reading, writing uintptr
	if _, err := fmt.Sscanf(os.Getenv("SALLYPORT_WIRE"), "%d:%d", &reading, &writing); err != nil {
		fmt.Fprintln(os.Stderr, "This program is an extension; Sallyport starts it.")
		os.Exit(64)
	}
	inbox, outbox = bufio.NewReader(os.NewFile(reading, "inbox")), os.NewFile(writing, "outbox")
	for request, open := next(); open; request, open = next() {
		if request.ID != "" {
			reply := object{"id": request.ID}
			answer(reply, request.Method, request.Params)
			send(reply)
		}
	}
}
