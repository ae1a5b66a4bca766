import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findBreakingSteps } from './breaking-steps.ts';

const services = resolve(import.meta.dirname, '../../services');

describe.each(['catalogue', 'collection'] as const)('the migrations of the %s', (service) => {
  it('contain no step that breaks the previous version', () => {
    const folder = join(services, service, 'migrations');
    const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
    const breaking = files.map((file) => [file, findBreakingSteps(readFileSync(join(folder, file), 'utf8'))]);
    expect(breaking).toEqual(files.map((file) => [file, []]));
  });
});

describe('findBreakingSteps', () => {
  it.each([
    ['alter table kits drop column design;', 'drops what may still be read'],
    ['drop table if exists draws;', 'drops what may still be read'],
    ['alter table kits rename column design to pattern;', 'renames what may still be read'],
    ['alter table kits rename to shirts;', 'renames what may still be read'],
    ['alter table kits\n  alter column rating type integer;', 'gives a column another type'],
    ['alter table kits alter column design set not null;', 'requires what is not written yet'],
    ['alter table kits add column sleeve text not null;', 'adds a column that is not written yet'],
    [
      'alter table kits\n  add column sleeve text not null,\n  add column hem text default 1;',
      'adds a column that is not written yet',
    ],
    [
      "await db.schema.alterTable('kits', (table) => table.dropColumn('design'));",
      'drops what may still be read',
    ],
    ["await db.schema.dropTableIfExists('draws');", 'drops what may still be read'],
    ["await db.schema.renameTable('kits', 'shirts');", 'renames what may still be read'],
    [
      "await db.schema.alterTable('kits', (table) => {\n  table.integer('rating').alter();\n});",
      'gives a column another type',
    ],
    [
      "await db.schema.alterTable('kits', (table) => {\n  table.text('a');\n  table.text('b').notNullable();\n});",
      'adds a column that is not written yet',
    ],
  ])('reports for %j that it %s', (sql, step) => {
    expect(findBreakingSteps(toSource(sql))).toEqual([step]);
    expect(findBreakingSteps(toSource(`-- Unused since 1.4: nothing reads it.\n${sql}`))).toEqual([]);
  });

  it.each([
    'create table sleeves (id integer not null, name text not null);',
    'alter table kits add column sleeve text;',
    "alter table kits add column sleeve text not null default 'short',\n  add column hem text;",
    'alter table kits add column long boolean generated always as (sleeve = 1) stored not null;',
    'drop index kits_slug_idx;\n-- drop table kits',
    "await db.schema.createTable('sleeves', (table) => {\n  table.text('name').notNullable();\n});",
    "await db.schema.alterTable('kits', (table) => {\n  table.text('a').notNullable().defaultTo('');\n});",
  ])('reports nothing for %j', (sql) => {
    expect(findBreakingSteps(toSource(sql))).toEqual([]);
  });
});

const toSource = (sql: string) => `
export async function up(db: Knex): Promise<void> {
  await db.raw(SQL);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table sleeves; alter table kits drop column sleeve;');
}

const SQL = \`
${sql}
\`;
`;
