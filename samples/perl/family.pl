#!/usr/bin/perl
# A family of extensions in one program: an app, a monitor, a shield and its buttons. Perl's own modules only.
#
# The app asks for permission and sets a limit of one hour a day on all use. When it is reached, everything is shielded
# until the day ends. Sallyport starts this program once for each point and asks for the callbacks of that point only.
use strict;
use warnings;
use utf8;
use IO::Handle;
use JSON::PP;

my $wire = $ENV{SALLYPORT_WIRE};
if (!defined $wire) {
    print STDERR "This program is an extension; Sallyport starts it.\n";
    exit 64;
}
my ($reading, $writing) = split /:/, $wire;
open(my $inbox, '<&=', $reading) or exit 70;
open(my $outbox, '>&=', $writing) or exit 70;
$outbox->autoflush(1);
# Lines are bytes of UTF-8 on the wire and characters here.
my $json = JSON::PP->new->utf8->canonical;

my %limit = (name => 'limit', threshold => { hour => 1 }, includesPastActivity => JSON::PP::true);
my %day = (
    start => { hour => 0, minute => 0 }, end => { hour => 23, minute => 59, second => 59 }, repeats => JSON::PP::true);

# The callbacks. Each gets its arguments and the family's state, and returns its result.
my %callbacks = (
    activate => sub {
        my ($given, $snapshot) = @_;
        return {} if @{ $snapshot->{activities} || [] } || !ask('authorize', { member => 'individual' });
        return effects({ kind => 'startMonitoring', activity => 'day', schedule => \%day, events => [ \%limit ] });
    },
    eventDidReachThreshold => sub {
        return effects({
            kind => 'setSetting', store => 'day', key => 'shield.applicationCategories', value => { policy => 'all' } });
    },
    intervalDidEnd => sub { return effects({ kind => 'clearStore', store => 'day' }) },
    # How a shield looks. This callback is shown a name, so its only output is its result.
    configuration => sub {
        my ($given) = @_;
        my $name = substr($given->{item}{name} // 'This', 0, 50);
        return { configuration => {
            icon => 'hourglass', title => label("$name can wait"),
            subtitle => label('You have used your hour of today.'), primaryButton => label('OK', '#ffffffff'),
            secondaryButton => label('Ignore the limit today') } };
    },
    # The secondary button lifts all shields until the limit is reached again tomorrow.
    handle => sub {
        my ($given) = @_;
        return { response => 'close' } if $given->{action} ne 'secondaryButtonPressed';
        return { response => 'none', %{ effects({ kind => 'clearStore', store => 'day' }) } };
    },
);

sub label { my ($text, $color) = @_; return { text => $text, color => $color // '#202020ff' } }

sub effects { return { effects => [@_] } }

# The wire: lines of JSON on the two descriptors that SALLYPORT_WIRE names.
my $asked = 0;

sub tell_host { print $outbox $json->encode({ jsonrpc => '2.0', @_ }), "\n" }

# Sends a request of the app. Returns its result, or nothing if the host refused it.
sub ask {
    my ($method, $params) = @_;
    tell_host(id => 'e' . ++$asked, method => $method, params => $params);
    my $line = <$inbox> // return;
    return $json->decode($line)->{result};
}

sub greet {
    my ($params) = @_;
    if (!grep({ $_ == 1 } @{ $params->{protocols} }) || !grep({ $_ == 1 } @{ $params->{schemas} })) {
        return (error => { code => 1000, message => 'This program needs protocol 1 and schema 1.',
            data => { supported => { protocols => [1], schemas => [1] } } });
    }
    return (result => {
        protocol => 1, schema => 1, features => [], extension => $params->{extension}, version => '1.0' });
}

while (my $line = <$inbox>) {
    my $message = $json->decode($line);
    my ($id, $method, $params) = @{$message}{qw(id method params)};
    next if !defined $id;
    if ($method eq 'hello') { tell_host(id => $id, greet($params)) }
    elsif ($method eq 'perform') {
        my $callback = $callbacks{ $params->{callback} };
        tell_host(id => $id, result => $callback ? $callback->($params->{arguments}, $params->{snapshot}) : {});
    }
    elsif ($method eq 'shutdown') { tell_host(id => $id, result => {}) }
    else { tell_host(id => $id, error => { code => -32601, message => 'This program has no such method.' }) }
}
