import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CollectionClient, ImportRow } from '@kitroom/collection-client';
import { writeDemoCatalogue } from '@kitroom/demo/catalogue/demo-catalogue';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { toSheetRows, toWorkbookFiles, writeZip } from '@kitroom/testing/test-workbooks';
import { openBothServices, signUp, type BothServices } from './open-both-services.ts';

const MINUTE = 60_000;

/** A sheet as a collector types it, and the expected result of each row. */
interface TypedSheet {
  name: string;
  isWorkbook: boolean;
  lines: string[];
  outcomes: string[];
}

/**
 * In the file, `## name` starts a sheet, `xlsx` after the name makes it a workbook, and `>` starts the
 * expected result of a row.
 */
async function readSheets(): Promise<TypedSheet[]> {
  const text = await readFile(new URL('typed-sheets.txt', import.meta.url), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.trimEnd().split('\n');
      const [name = '', kind] = title.split(' ');
      const outcomes = lines.filter((line) => line.startsWith('> ')).map((line) => line.slice(2));
      return {
        name,
        isWorkbook: kind === 'xlsx',
        lines: lines.filter((line) => !line.startsWith('> ')),
        outcomes,
      };
    });
}

let both: BothServices;
let collection: TestService;
let client: CollectionClient;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kitroom-typed-'));
  const catalogue = [...writeDemoCatalogue()].map((line) => `${line}\n`).join('');
  both = await openBothServices({}, catalogue);
  collection = await startTestService('collection', both.collectionEnv);
  client = await signUp(both, collection);
}, 5 * MINUTE);

afterAll(async () => {
  await collection?.kill();
  await both?.close();
  await rm(folder, { recursive: true, force: true });
}, MINUTE);

async function toFile({ name, isWorkbook, lines }: TypedSheet): Promise<File> {
  if (!isWorkbook) return new File([`${lines.join('\n')}\n`], `${name}.csv`);
  const separator = lines[0]?.includes(';') ? ';' : ',';
  const path = join(folder, `${name}.xlsx`);
  const rows = toSheetRows(lines.map((line) => splitLine(line, separator)));
  await writeZip(path, toWorkbookFiles({ rows }));
  return new File([await readFile(path)], `${name}.xlsx`);
}

function splitLine(line: string, separator: string): string[] {
  const cells =
    line.match(new RegExp(`(?:"[^"]*"|[^${separator}"])+|(?<=^|${separator})(?=${separator}|$)`, 'g')) ?? [];
  return cells.map((cell) =>
    cell
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;'),
  );
}

async function review(sheet: TypedSheet): Promise<ImportRow[]> {
  const { id } = await client.imports.create({ file: await toFile(sheet) });
  while ((await client.imports.get({ id })).status === 'reading') await delay(50);
  const { results } = await client.imports.rows({ id, page_size: 100 });
  await client.imports.remove({ id });
  return results;
}

/**
 * `new | Arsenal | 2003-04 | jersey | 45.00 EUR | 60.00 EUR | notes`: fields that do not depend on the demo
 * catalogue's randomly generated kits.
 */
function describeRow({ status, item, matches }: ImportRow): string {
  if (status !== 'new') return status;
  const {
    club_text: club,
    season_text: season,
    item_type: type,
    player_name: player,
    number,
    notes,
  } = item ?? {};
  const money = ['price', 'estimated_value'].map((field) => {
    const { amount, currency } = (item?.[field] ?? {}) as { amount?: string; currency?: string };
    return amount === undefined ? '' : `${amount} ${currency}`;
  });
  const texts = [
    status,
    matches['club']?.name ?? club,
    matches['season']?.name ?? season,
    type,
    [player, number].filter(Boolean).join(' '),
    ...money,
    item?.['acquired_on'],
    typeof notes === 'string' ? notes.replaceAll('\n', '; ') : '',
  ];
  return texts
    .map((text) => (typeof text === 'string' ? text : ''))
    .join(' | ')
    .replace(/[ |]+$/, '');
}

describe('importing forty typed sheets', () => {
  it(
    'gives the expected rows, of which at most 5 % need a correction',
    async () => {
      const sheets = await readSheets();
      expect(sheets).toHaveLength(40);
      const outcomes: Record<string, string[]> = {};
      const statuses: string[] = [];
      for (const sheet of sheets) {
        const rows = await review(sheet);
        outcomes[sheet.name] = rows.map(describeRow);
        statuses.push(...rows.map(({ status }) => status));
        // An invalid row has errors by field.
        for (const { status, errors } of rows)
          expect([status, status === 'invalid' && Object.keys(errors).length === 0]).toEqual([status, false]);
      }
      expect(outcomes).toEqual(
        Object.fromEntries(sheets.map(({ name, outcomes: expected }) => [name, expected])),
      );
      const untouched = statuses.filter((status) => status === 'new' || status === 'skipped');
      expect(untouched.length / statuses.length).toBeGreaterThanOrEqual(0.95);
    },
    5 * MINUTE,
  );
});
