import { beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import { query } from '@kitroom/server/database/database';
import { INTEGER_MAX, type Contract } from '@kitroom/shared';
import { idOf, kitLines, namesOf } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();
/** The ids of one record of each kind, and of a merged one that became it. */
const ids: Record<string, number> = {};
const OLD = 4711;
const EXPIRED = 4712;

beforeAll(async () => {
  await catalogue.load(
    kitLines([
      { club: 'Kept', season: '2003-04', competitions: [], main_img_url: 'https://example.org/a.jpg' },
      { club: 'Other', season: '2024', brand: 'Kappa', type: 'Away' },
    ]),
  );
  const { db } = catalogue;
  await query(db, "insert into competitions (slug, name) values ('cup', 'Cup')");
  ids['competition'] = await idOf(db, 'competitions', 'cup');
  await query(db, 'update kits set competition_ids = array[?::integer] where slug like ?', [
    ids['competition'],
    'kept%',
  ]);
  ids['club'] = await idOf(db, 'clubs', 'kept-kits');
  ids['season'] = await idOf(db, 'seasons', '2003-04');
  ids['brand'] = await idOf(db, 'brands', 'adidas-kits');
  ids['kit_type'] = await idOf(db, 'kit_types', 'Home');
  ids['kit'] = await idOf(db, 'kits', 'kept-2003-04-home-kit');
  for (const [kind, id] of Object.entries(ids)) {
    await logMerge(kind, OLD, id);
    await logMerge(kind, EXPIRED, id, 91);
  }
  await catalogue.followChanges();
});

/** Logs a merge of some days ago. */
async function logMerge(kind: string, id: number, into: number, days = 0): Promise<void> {
  await catalogue.db.transaction(async (transaction) => {
    const [row] = await query<{ id: number }>(
      transaction,
      "insert into changes (type, op, ids, into_id) values (?, 'delete', array[?::integer], ?) returning id",
      [kind, id, into],
    );
    await query(transaction, 'set constraints all immediate');
    await query(transaction, 'update changes set at = now() - make_interval(days => ?) where id = ?', [
      days,
      row?.id ?? 0,
    ]);
  });
}

interface IdParameter {
  contract: Contract;
  name: string;
  kind: string;
}

const metaOf = (schema: z.ZodType) => z.globalRegistry.get(schema);
const shapeOf = ({ params, query: filters }: Contract) =>
  Object.entries({ ...params?.shape, ...filters?.shape }) as Array<[string, z.ZodType]>;

/** All parameters that take the id of a kind of record. */
const ID_PARAMETERS: IdParameter[] = CATALOGUE_CONTRACTS.flatMap((contract) =>
  shapeOf(contract).flatMap(([name, schema]) => {
    const kind = metaOf(schema)?.idOf;
    return kind === undefined ? [] : [{ contract, name, kind }];
  }),
);

/** The request of a contract with the ids of existing records, and another id for one parameter. */
function pathOf({ contract, name, kind }: IdParameter, id: number): string {
  const values: Record<string, number> = { [name]: id };
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const of = metaOf(contract.params?.shape[parameter] as z.ZodType)?.idOf ?? kind;
    return String(values[parameter] ?? ids[of]);
  });
  return contract.path.includes(`{${name}}`) ? path : `${path}?${name}=${id}`;
}

async function read(path: string) {
  const response = await fetch(`${catalogue.url}${path}`);
  return { status: response.status, body: await response.text() };
}

describe('id parameters', () => {
  it('are marked with the kind of record in all endpoints', () => {
    const OTHERS = new Set(['page', 'userid', 'entry_id', 'number']);
    const unmarked = CATALOGUE_CONTRACTS.flatMap((contract) =>
      shapeOf(contract).flatMap(([name, schema]) => {
        const { openapi, idOf: kind } = metaOf(schema) ?? {};
        const isId = openapi?.['maximum'] === INTEGER_MAX || name === 'ids';
        return isId && kind === undefined && !OTHERS.has(name) ? [`${contract.id} ${name}`] : [];
      }),
    );
    expect(unmarked).toEqual([]);
    expect(ID_PARAMETERS.length).toBeGreaterThan(20);
  });

  it.each(
    ID_PARAMETERS.map((parameter) => [`${parameter.contract.id} ${parameter.name}`, parameter] as const),
  )('accept the id of a merged record for 90 days: %s', async (_title, parameter) => {
    const current = await read(pathOf(parameter, ids[parameter.kind] ?? 0));
    expect(current.status).toBe(200);
    expect(await read(pathOf(parameter, OLD))).toEqual(current);
    const unknown = await read(pathOf(parameter, 2_000_000_000));
    const expired = await read(pathOf(parameter, EXPIRED));
    expect(unknown).not.toEqual(current);
    expect({ ...expired, body: expired.body.replace(String(EXPIRED), '2000000000') }).toEqual(unknown);
  });
});

describe('the old id of a merged record', () => {
  it('is replaced by the new id in links', async () => {
    const { headers } = await catalogue.request(`/api/kits?club=${OLD}&keyword=kept&page_size=1`);
    expect(headers.get('X-Total-Count')).toBe('1');
    expect(headers.get('Link')).toContain(`club=${ids['club']}&`);
    expect(headers.get('Link')).not.toContain(String(OLD));
  });

  it('is accepted by POST /api/match', async () => {
    const match = async (club: number, season: number) => {
      const { body } = await catalogue.request('/api/match', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ club_seasons: [{ club, season }] }),
      });
      return (body.club_seasons as Array<Array<{ name: string }>>).map(namesOf);
    };
    const { club = 0, season = 0 } = ids;
    expect(await match(OLD, OLD)).toEqual([['Kept 2003-04 Home']]);
    expect(await match(OLD, season)).toEqual(await match(club, season));
    expect(await match(EXPIRED, season)).toEqual([[]]);
  });

  it('is accepted by GET /api/kits/bulk, which keeps the position', async () => {
    const otherKit = await idOf(catalogue.db, 'kits', 'other-2024-away-kit');
    const { body } = await catalogue.request(`/api/kits/bulk?ids=${otherKit},${OLD},${EXPIRED}`);
    expect(namesOf(body)).toEqual(['Other 2024 Away', 'Kept 2003-04 Home']);
  });

  it('leads to the last record after several merges', async () => {
    await logMerge('club', 4713, OLD);
    await catalogue.followChanges();
    expect(namesOf((await catalogue.request('/api/kits?club=4713')).body)).toEqual(['Kept 2003-04 Home']);
    const { headers } = await catalogue.request('/api/clubs/4713/timeline?page=1&unknown=x');
    expect(headers.get('Location')).toBe(`${catalogue.url}/api/clubs/${ids['club']}/timeline?page=1`);
  });

  it('does not replace the id of an existing record', async () => {
    const otherClub = await idOf(catalogue.db, 'clubs', 'other-kits');
    await logMerge('club', otherClub, ids['club'] ?? 0);
    await catalogue.followChanges();
    expect(namesOf((await catalogue.request(`/api/kits?club=${otherClub}`)).body)).toEqual([
      'Other 2024 Away',
    ]);
    expect((await catalogue.request(`/api/clubs/${otherClub}`)).status).toBe(200);
  });
});
