// Preloaded (`node --import`) into child processes so that they exit with their parent: when the IPC channel
// closes, even because the parent was killed, the process shuts itself down.
const channel = process.channel as { unref?: () => void } | undefined;

if (channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // A listener would keep the process alive, but commands must exit when they are done.
  channel.unref?.();
}
