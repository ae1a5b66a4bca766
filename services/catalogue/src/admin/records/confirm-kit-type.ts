import { hiddenInputs, type FormValues } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { NavigationItem, Page } from '@kitroom/server/pages/layout';
import { fold } from '@kitroom/shared';
import { completeKitType } from '../../interchange/record-rules.ts';
import { compareTrigrams } from '../../search/text/trigrams.ts';

const OFFERED = 5;

/** The names of the buttons that create the kit type and that lead back to the form. */
export const CREATE = 'new_type';
export const BACK = 'typed_type';

/**
 * Prompts whether an unknown kit type is new, and suggests the existing ones with the most similar names. The
 * hidden `type` follows the buttons, because the first field of that name is the one that counts.
 */
export function confirmKitType(
  types: ReadonlyArray<{ name: string }>,
  typed: string,
  form: { action: string; csrf: Html; values: FormValues; trail: NavigationItem[] },
): Page {
  const { type: _type, csrf: _csrf, ...values } = form.values;
  const names = types.map(({ name }) => name);
  const nearest = nearestNames(typed, names, OFFERED);
  const { category } = completeKitType({ kind: 'kit_type', name: typed });
  return {
    title: `Is “${typed}” a new kit type?`,
    trail: form.trail,
    body: html`<form method="post" action="${form.action}">
      ${form.csrf} ${hiddenInputs(values)}
      <p>There is no kit type of this name, and nothing is saved yet.</p>
      ${
        nearest.length > 0 &&
        html`<h2>No: save the kit with an existing one</h2>
          <p>These names come nearest to it.</p>
          <div class="buttons">
            ${nearest.map((name) => html`<button type="submit" name="type" value="${name}">${name}</button>`)}
          </div>`
      }
      <h2>Yes: create it</h2>
      <p>It will be in the category “${String(category)}”, which follows from its name.</p>
      <div class="buttons">
        <button type="submit" name="${CREATE}" value="${typed}">Create the kit type “${typed}”</button>
        <button type="submit" class="plain" name="${BACK}" value="${typed}">Back to the form</button>
      </div>
      <input type="hidden" name="type" value="${typed}" />
    </form>`,
  };
}

/** The most similar names, ignoring case and accents; equally similar ones keep their order. */
export function nearestNames(text: string, names: readonly string[], count: number): string[] {
  const folded = fold(text);
  return names
    .map((name) => ({ name, similarity: compareTrigrams(folded, fold(name)) }))
    .toSorted((left, right) => right.similarity - left.similarity)
    .slice(0, count)
    .map(({ name }) => name);
}
