import { describe, expect, it } from '@jest/globals';
import { toWrite } from './observe-writes.ts';

const ownTables = new Set(['sessions']);

describe('toWrite', () => {
  it.each([
    ['select * from items where name = ?'],
    ['select id from items for update skip locked'],
    ['select id from items for no key update'],
    ['with deleted as (select 1) select updated_at from items'],
  ])('returns undefined for a statement without writes: %s', (sql) => {
    expect(toWrite(sql, ownTables)).toBeUndefined();
  });

  it.each([
    ['insert into "items" ("name") values (?) returning *'],
    ['with added as (insert into items (name) select 1 returning id) select id from added'],
  ])('returns "adds" for: %s', (sql) => {
    expect(toWrite(sql, ownTables)).toEqual({ userId: undefined, kind: 'adds' });
  });

  it.each([
    ['update sessions set used_at = now()'],
    ['insert into sessions (sid) values (?) on conflict (sid) do update set used_at = now()'],
    ['delete from "sessions" where sid = ?'],
  ])('returns "own" for writes to tables that only their user sees: %s', (sql) => {
    expect(toWrite(sql, ownTables)).toEqual({ userId: undefined, kind: 'own' });
  });

  it.each([
    ['update "items" set "is_public" = ?'],
    ['UPDATE ONLY items SET name = ?'],
    ['delete from shares where id = ?'],
    ['insert into item_values (id) values (?) on conflict (id) do update set value = 1'],
    ['with gone as (delete from photos returning id) insert into sessions select 1 from gone'],
    ['merge into items using other on true when matched then delete'],
    ['truncate items'],
  ])('returns "changes" for: %s', (sql) => {
    expect(toWrite(sql, ownTables)).toEqual({ userId: undefined, kind: 'changes' });
  });
});
