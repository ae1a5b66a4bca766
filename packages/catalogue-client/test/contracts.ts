import type { Contract } from '@kitroom/shared';
import { readdirSync } from 'node:fs';

const folder = new URL('../src/contracts/', import.meta.url);

/** Every contract of the folder, exported from the package or not. */
export const contracts: readonly Contract[] = await readContracts();

async function readContracts(): Promise<Contract[]> {
  const found: Contract[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const exported: Record<string, unknown> = await import(new URL(file, folder).href);
    found.push(...Object.values(exported).filter((value) => isContract(value)));
  }
  // index.ts exports them once more.
  return [...new Set(found)];
}

function isContract(value: unknown): value is Contract {
  return (
    typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'answers' in value
  );
}
