import pLimit from 'p-limit';

/** A kit of the catalogue's answers. */
export interface SampledKit {
  id: number;
  name: string;
  slug: string;
  team: { id: number; name: string; country: string | null };
  season: { id: number; year: string; first_year: string };
  type: { name: string };
  brand: { name: string };
  competition: ReadonlyArray<{ name: string }>;
  primary_color: { name: string } | null;
  secondary_color: ReadonlyArray<{ name: string }>;
}

/** Kits from all over a catalogue: what questions are made of. */
export interface KitSample {
  /** About as many as there are kits. */
  newestId: number;
  kits: readonly SampledKit[];
}

const SAMPLE = 3000;
const CONCURRENCY = 8;

/** Asks a catalogue for some thousand kits, so that questions can be made for any catalogue, whatever its tables. */
export async function sampleKits(url: string, size = SAMPLE): Promise<KitSample> {
  const [newest] = (await fetchJson<Array<{ id: number }>>(`${url}/api/kits?page_size=1`)) ?? [];
  if (!newest) throw new Error('the catalogue holds no kits');
  const step = Math.max(1, newest.id / size);
  const limit = pLimit(CONCURRENCY);
  const ids = Array.from({ length: Math.floor(newest.id / step) }, (_, at) => Math.floor(1 + at * step));
  const kits = await Promise.all(
    ids.map((id) =>
      limit(async () => {
        const kit = await fetchJson<SampledKit>(`${url}/api/kits/${id}`);
        return kit ? [{ ...kit, id }] : [];
      }),
    ),
  );
  return { newestId: newest.id, kits: kits.flat() };
}

/** Undefined for a 404. */
async function fetchJson<T>(url: string): Promise<T | undefined> {
  const response = await fetch(url);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${url} is answered ${response.status}`);
  return (await response.json()) as T;
}
