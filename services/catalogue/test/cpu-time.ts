/**
 * A clock for how long something takes: the milliseconds that the processor has worked for this process. Unlike the
 * time of day it does not go faster when the machine is busy with other things.
 */
export function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
