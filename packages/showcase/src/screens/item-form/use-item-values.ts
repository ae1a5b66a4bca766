import type { ItemChanges } from '@kitroom/collection-client';
import { useState } from 'react';
import { discardStored, keepStored, readStored } from '../../browser-storage.ts';
import type { Kit } from '../../types.ts';
import { withFactsOfKit, withReference, type ItemValues, type ReferenceField } from './item-values.ts';

/** What the form holds, and how it is changed. */
export interface FormState {
  values: ItemValues;
  change: (fields: ItemChanges) => void;
  setReference: (field: ReferenceField, id: number | null, name: string) => void;
  /** Fills what is empty and follows from the kit. */
  fillFromKit: (kit: Kit) => void;
  /** Replaces everything, such as after somebody else's change. */
  replace: (values: ItemValues) => void;
}

/** The form with its errors by field, as its inputs take it. */
export interface CheckedForm extends FormState {
  errors: Readonly<Record<string, string[]>>;
}

/** The state of the form; `keep` gets each change, maybe more than once. */
export function useItemValues(initial: ItemValues, keep: (values: ItemValues) => void = () => {}): FormState {
  const [values, setValues] = useState(initial);
  const set = (change: (now: ItemValues) => ItemValues) =>
    setValues((now) => {
      const changed = change(now);
      keep(changed);
      return changed;
    });
  return {
    values,
    change: (fields) => set((now) => ({ ...now, fields: { ...now.fields, ...fields } })),
    setReference: (field, id, name) => set((now) => withReference(now, field, id, name)),
    fillFromKit: (kit) => set((now) => (now.fields.kit === kit.id ? withFactsOfKit(now, kit) : now)),
    replace: (next) => set(() => next),
  };
}

interface KeptDraft {
  values: ItemValues;
  /** Of the item that was created from it, if photos are still missing. */
  itemId?: number | undefined;
}

/** A new item's form survives failures, reloads and closed windows in the browser's storage, until it is discarded. */
export function readKeptDraft(key: string): KeptDraft | undefined {
  const text = readStored(key);
  return text === undefined ? undefined : (JSON.parse(text) as KeptDraft);
}

export function keepDraft(key: string, draft: KeptDraft): void {
  keepStored(key, JSON.stringify(draft));
}

export function discardDraft(key: string): void {
  discardStored(key);
}
