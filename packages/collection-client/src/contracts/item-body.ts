import { collected, type Collected } from './collected.ts';
import { ITEM_FIELDS, TEXT_OF } from './item-fields.ts';

type ItemFields = typeof ITEM_FIELDS;

/**
 * A body with fields of an item. Of an id and the text that an item may have instead, setting one clears the other;
 * both are an error of the text. `Input` is what callers of the typed client may send.
 */
export function itemBody<Input>(
  required: ReadonlyArray<keyof ItemFields> = [],
  options: { isStrict?: boolean } = {},
) {
  return collected<ItemFields, Input>(ITEM_FIELDS, required, { ...options, complete: clearOther });
}

function clearOther(body: Collected<ItemFields>): Collected<ItemFields> {
  const values = { ...body.values };
  const issues = [...body.issues];
  for (const id of Object.keys(TEXT_OF) as Array<keyof typeof TEXT_OF>) {
    const text = TEXT_OF[id];
    const hasId = typeof values[id] === 'number';
    if (!values[text]) {
      if (hasId) values[text] = '';
    } else if (hasId) {
      const message = `Set either "${id}" or "${text}", not both.`;
      issues.push({ code: 'custom', path: [text], message, input: values[text] });
    } else values[id] = null;
  }
  return { ...body, values, issues };
}
