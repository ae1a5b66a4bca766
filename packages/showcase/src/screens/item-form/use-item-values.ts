import { useState } from 'react';
import type { ItemChanges } from '@kitroom/collection-client';
import { discardStored, keepStored, readStored } from '../../browser-storage.ts';
import type { Kit } from '../../types.ts';
import {
  restoreValues,
  withFactsOfKit,
  withReference,
  type ItemValues,
  type ReferenceField,
} from './item-values.ts';

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

/** The state of the form. */
export function useItemValues(initial: ItemValues): FormState {
  const [values, setValues] = useState(initial);
  return {
    values,
    change: (fields) => setValues((now) => ({ ...now, fields: { ...now.fields, ...fields } })),
    setReference: (field, id, name) => setValues((now) => withReference(now, field, id, name)),
    fillFromKit: (kit) => setValues((now) => (now.fields.kit === kit.id ? withFactsOfKit(now, kit) : now)),
    replace: setValues,
  };
}

interface KeptDraft {
  values: ItemValues;
  /** Of the item that was created from it, if photos are still missing. */
  itemId?: number | undefined;
}

/**
 * A new item's form survives failures, reloads and closed windows in the browser's storage, until it is
 * discarded.
 */
export function readKeptDraft(key: string): KeptDraft | undefined {
  return readStored(key, toKeptDraft);
}

function toKeptDraft(stored: unknown): KeptDraft | undefined {
  const { values, itemId } = stored as Record<keyof KeptDraft, unknown>;
  const restored = restoreValues(values);
  return restored && { values: restored, itemId: Number.isSafeInteger(itemId) ? Number(itemId) : undefined };
}

export function keepDraft(key: string, draft: KeptDraft): void {
  keepStored(key, draft);
}

export function discardDraft(key: string): void {
  discardStored(key);
}
