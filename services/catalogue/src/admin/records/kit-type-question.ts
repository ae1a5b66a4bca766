import type { Database } from '@kitroom/server/database/database';
import type { FormValues } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { NavigationItem, Page } from '@kitroom/server/pages/layout';
import { nearestNames } from './nearest-names.ts';
import { completeKitType } from './record-form.ts';
import { listKitTypeNames } from './record-queries.ts';

/** A kit form with the operator's answer about an unknown kit type. */
export interface AnsweredForm {
  values: FormValues;
  /** Whether to create an unknown kit type. */
  mayCreateType: boolean;
  /** Whether to return to the form for editing. */
  isWantedBack: boolean;
}

const OFFERED = 5;

/** Names of the submit buttons; those for existing kit types use the kit's own field. */
const CREATE = 'new_type';
const BACK = 'typed_type';

export function readKitTypeAnswer(form: FormValues): AnsweredForm {
  const { [CREATE]: created, [BACK]: typed, ...values } = form;
  const type = created ?? typed ?? values['type'] ?? '';
  return {
    values: { ...values, type },
    mayCreateType: created !== undefined,
    isWantedBack: typed !== undefined,
  };
}

/** Asks whether an unknown kit type is new, and suggests the existing ones with the most similar names. */
export async function confirmKitType(
  db: Database,
  typed: string,
  form: { action: string; csrf: Html; values: FormValues; trail: NavigationItem[] },
): Promise<Page> {
  const { type: _type, csrf: _csrf, ...values } = form.values;
  const nearest = nearestNames(typed, await listKitTypeNames(db), OFFERED);
  const { category } = completeKitType({ kind: 'kit_type', name: typed });
  return {
    title: `Is “${typed}” a new kit type?`,
    trail: form.trail,
    body: html`<form method="post" action="${form.action}">
      ${form.csrf}
      ${Object.entries(values).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
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
    </form>`,
  };
}
