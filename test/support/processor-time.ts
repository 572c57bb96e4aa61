/** How long something takes by the processor's clock, which stands still while other processes have their turn. */

export function processorMsOf(act: () => unknown): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
