import { tagList, TEXT_OF } from '@kitroom/collection-client';
import { listUnchanged } from '@kitroom/server/http/stored-values';
import type { ItemInput } from './item-columns.ts';

type Fields = Readonly<Record<string, unknown>>;

const ID_OF: ReadonlyMap<string, string> = new Map(Object.entries(TEXT_OF).map(([id, text]) => [text, id]));

/** Takes the values that an item has already, its tags one by one, although they might be invalid if they were new. */
export function acceptStored(input: ItemInput, stored: Fields): ItemInput {
  const sent = Object.fromEntries(input.sent);
  const values: Fields = input.values;
  // A text beside a new id is an error.
  const unchanged = listUnchanged(sent, stored).filter((field) => !values[ID_OF.get(field) ?? '']);
  const accepted = new Map(unchanged.map((field) => [field, sent[field]]));
  const { data: tags } = tagList(stored['tags'] as string[]).safeParse(sent['tags']);
  if (tags && !accepted.has('tags')) accepted.set('tags', tags);
  return {
    ...input,
    values: { ...input.values, ...Object.fromEntries(accepted) },
    issues: input.issues.filter(({ path: [field] }) => !accepted.has(String(field))),
  };
}
