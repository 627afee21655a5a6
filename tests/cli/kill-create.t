#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
# create is killed at random moments: each time the whole set or nothing of it is there, and
# no process, no file and no event is left over. PP_KILLS: how many (200).
use strict;
use warnings;
use File::Temp;
use JSON::PP;
use POSIX ':sys_wait_h';
use Time::HiRes qw(time sleep);

my $kills = $ENV{PP_KILLS} // 200;
my $seed = $ENV{PP_SEED} // $$;
srand $seed;
my $dir = File::Temp->newdir;
my $run = "$dir/run";
$ENV{PERF_PERSISTENT_RUN_DIR} = $run;
my @create = qw(perf-persistent create -n box -a -e cpu-clock -e context-switches -e sched:sched_switch);

my $n = 0;
my $bad = 0;
sub ok { my ($good, $what) = @_; $n++; $bad++ unless $good; print $good ? '' : 'not ', "ok $n - $what\n"; }

# Processes that hold perf events of ours, or that run our keeper: pid => number of perf fds.
sub holders {
	my %held;
	for my $p (glob '/proc/[0-9]*') {
		my ($pid) = $p =~ /(\d+)/;
		my $comm = '';
		if (open my $f, '<', "$p/cmdline") { local $/; $comm = <$f> // ''; }
		next unless index($comm, $run) >= 0;
		$held{$pid} = grep { (readlink($_) // '') eq 'anon_inode:[perf_event]' } glob "$p/fd/*";
	}
	return \%held;
}

sub files { my @f = `find $run -mindepth 1 ! -type d 2>/dev/null`; chomp @f; return grep { !m{/\.lock$} } @f; }
sub dirs { my @d = `find $run -mindepth 2 -type d 2>/dev/null`; chomp @d; return @d; }
sub sets { return decode_json(`perf-persistent list --json 2>/dev/null` || '[]'); }

sub spawn_create {
	my $pid = fork // die "fork: $!";
	return $pid if $pid;
	setpgrp 0, 0;
	open STDOUT, '>', '/dev/null';
	open STDERR, '>', '/dev/null';
	exec @create;
	POSIX::_exit(127);
}

# How long an undisturbed create takes, and what a whole set is.
my $t = time;
my $pid = spawn_create();
waitpid $pid, 0;
my $takes = time - $t;
ok($? == 0, sprintf 'create succeeds when left alone (%.0f ms)', 1000 * $takes);
my @whole = map { $_->{perf_events} } @{sets()};
my ($fds) = values %{holders()};
ok(@whole == 1 && $fds > $whole[0], "a whole set: @whole events, with side-band $fds descriptors");
system qw(perf-persistent release box);

print "# seed $seed\n";
my ($whole, $none, $partial, $left) = (0, 0, 0, 0);
for my $i (1 .. $kills) {
	my $pid = spawn_create();
	sleep rand 1.3 * $takes;
	kill 'KILL', $i % 2 ? $pid : -$pid;
	waitpid $pid, 0;

	# A keeper that lost its creator needs a moment to undo; one that was told to go on, to finish.
	my ($sets, $held);
	my $until = time + 5;
	while (1) {
		$sets = sets();
		$held = holders();
		last if @$sets == keys %$held || time > $until;
		sleep 0.005;
	}
	if (@$sets == 1 && $sets->[0]{perf_events} == $whole[0] && $sets->[0]{state} eq 'active' &&
	    keys %$held == 1 && (values %$held)[0] == $fds) {
		$whole++;
		system qw(perf-persistent release box);
		$until = time + 5;
		sleep 0.005 while %{$held = holders()} && time < $until;
	} elsif (!@$sets && !%$held) {
		$none++;
	} else {
		$partial++;
		print "# kill $i: ", scalar @$sets, ' sets, holders ', join(' ', map { "$_:$held->{$_}" } keys %$held), "\n";
		system 'perf-persistent release --all >/dev/null 2>&1';
	}
	my @rest = (files(), dirs(), keys %$held);
	$left++, print "# kill $i left: @rest\n" if @rest;
}
print "# $kills kills: $whole left the whole set, $none nothing\n";
ok($partial == 0, "the whole set or nothing, $kills times");
ok($left == 0, 'no file, no process, no event left over');
ok($whole > 0 && $none > 0, 'the moments were before and after the commit');
system 'perf-persistent release --all >/dev/null 2>&1';
print "1..$n\n";
exit($bad ? 1 : 0);
