import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import { kitLines, namesOf } from './fixture-catalogue.ts';
import { startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

let catalogue: TestCatalogue;

beforeEach(async () => {
  catalogue = await startTestCatalogue();
  await catalogue.load(
    kitLines([
      { club: 'Alpha FC', type: 'Home' },
      { club: 'Alpha FC', type: 'Away' },
      { club: 'Beta FC', type: 'Home' },
      { club: 'Beta FC', type: 'Home', name: 'Beta Beta Home' },
      { club: 'Gámma FC', type: 'Third' },
    ]),
  );
});

afterEach(() => catalogue.close());

/** Looks whether the kept counts are those that the kits' names give. */
async function expectCountsToHold(): Promise<void> {
  const kept = await query(
    catalogue.db,
    'select word, type_id, kits from kit_word_types where kits <> 0 order by word, type_id',
  );
  const counted = await query(
    catalogue.db,
    `select word, type_id, count(*)::integer as kits
     from kits, unnest(array_prepend('', string_to_array(name_search, ' '))) as word
     group by 1, 2 order by 1, 2`,
  );
  expect(kept).toEqual(counted);
  const unknown = await query(
    catalogue.db,
    'select word from kit_word_types where kits <> 0 except select word from kit_words',
  );
  expect(unknown).toEqual([]);
}

async function expectToFind(keyword: string, names: readonly string[]): Promise<void> {
  await eventually(async () => {
    const { status, body } = await catalogue.ask(`/api/kits/search?keyword=${encodeURIComponent(keyword)}`);
    expect(status).toBe(200);
    expect(namesOf(body)).toEqual(names);
  });
}

const sql = (statement: string) => catalogue.db.raw(statement);

describe('the words that a kit search knows', () => {
  it('are those of the imported kits', async () => {
    await expectCountsToHold();
    expect(
      await query(catalogue.db, "select sum(kits)::integer as kits from kit_word_types where word = ''"),
    ).toEqual([{ kits: 5 }]);
  });

  it('follow a name that is changed', async () => {
    await expectToFind('delta', []);
    await sql("update kits set name = 'Delta FC 2024-25 Third' where name like 'G%'");
    await expectCountsToHold();
    await expectToFind('delta', ['Delta FC 2024-25 Third']);
    await expectToFind('gamma', []);
  });

  it('follow a type that is changed', async () => {
    await sql(
      "update kits set type_id = (select id from kit_types where name = 'Third') where name like 'Beta%'",
    );
    await expectCountsToHold();
    await expectToFind('beta', ['Beta Beta Home', 'Beta FC 2024-25 Home']);
  });

  it('follow many kits that are changed at once', async () => {
    await sql("update kits set name = 'Omega ' || id || ' ' || name");
    await expectCountsToHold();
    await sql('update kits set name = reverse(name)');
    await expectCountsToHold();
    await expectToFind('yawa agemo', ['yawA 52-4202 CF ahplA 2 agemO']);
    await expectToFind('omega', []);
  });

  it('stay as they are when a kit changes in other ways', async () => {
    await sql("update kits set rating = 3, design = 'Plain'");
    await expectCountsToHold();
  });

  it('forget what is deleted', async () => {
    await sql("delete from kits where name like 'Beta%'");
    await expectCountsToHold();
    await expectToFind('beta', []);
    await expectToFind('home', ['Alpha FC 2024-25 Home']);
  });

  it('come back with what comes back', async () => {
    const home = { club: 'Alpha FC', type: 'Home' };
    await sql('delete from kits');
    await expectCountsToHold();
    await expectToFind('alpha', []);
    await catalogue.load(kitLines([home]));
    await expectCountsToHold();
    await expectToFind('alpha', ['Alpha FC 2024-25 Home']);
  });

  it('are none after everything is thrown away at once', async () => {
    await sql('truncate kits');
    await expectCountsToHold();
    await expectToFind('home', []);
    await catalogue.load(kitLines([{ club: 'Alpha FC', type: 'Home' }]));
    await expectCountsToHold();
    await expectToFind('home', ['Alpha FC 2024-25 Home']);
  });

  it('stay as they were when a change is taken back', async () => {
    const change = catalogue.db.transaction(async (transaction) => {
      await transaction.raw("update kits set name = 'Nobody'");
      await transaction.raw('delete from kits where id = 1');
      throw new Error('taken back');
    });
    await expect(change).rejects.toThrow('taken back');
    await expectCountsToHold();
  });

  it('hold when many change them at the same time', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `Beta ${index} Alpha`);
    await Promise.all(
      names.map((name, index) =>
        catalogue.db.raw('update kits set name = ? where id = ?', [name, (index % 5) + 1]),
      ),
    );
    await expectCountsToHold();
  });

  it('forgive no typing mistake towards a word that no kit has any more', async () => {
    await catalogue.load(kitLines([{ club: 'X', name: 'Barcelana Home', slug: 'misspelt' }]));
    await expectToFind('barcelana', ['Barcelana Home']);
    await sql("update kits set name = 'Barcelona Home' where slug = 'misspelt'");
    await expectToFind('barcelana', ['Barcelona Home']);
  });
});
