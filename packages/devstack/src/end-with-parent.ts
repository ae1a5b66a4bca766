// Preloaded (`node --import`) into processes that must not outlive the one which started them: when the channel
// to it closes, even because it was killed with kill -9, the process asks itself to end cleanly.
const channel = process.channel as { unref?: () => void } | undefined;

if (channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // A listener keeps the process alive for ever; a command that is done has to end.
  channel.unref?.();
}
