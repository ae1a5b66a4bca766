/** Counts a process's reads by target (standby, or primary with the reason), according to its metrics. */
export async function countReads(metricsPort: number): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const pattern = /^database_(?:primary_)?reads_total\{(?:served_by|reason)="(\w+)"\} (\d+)/gm;
  return Object.fromEntries([...text.matchAll(pattern)].map(([, name, value]) => [name, Number(value)]));
}
