import { useState } from 'react';
import type { Kit } from '@kitroom/catalogue-client';
import type { ItemChanges } from '@kitroom/collection-client';
import { discardStored, readStored, writeStored } from '../../browser-storage.ts';
import {
  restoreValues,
  withKitFields,
  withReference,
  type ItemValues,
  type ReferenceField,
} from './item-values.ts';

/** The values of the form, and functions that change them. */
export interface FormState {
  values: ItemValues;
  change: (fields: ItemChanges) => void;
  setReference: (field: ReferenceField, id: number | null, name: string) => void;
  /** Fills empty fields from the kit. */
  fillFromKit: (kit: Kit) => void;
  /** Replaces all values, for example after a conflict. */
  replace: (values: ItemValues) => void;
}

/** The form with its errors by field, for its inputs. */
export interface CheckedForm extends FormState {
  errors: Readonly<Record<string, string[]>>;
}

/** The state of the form. */
export function useItemValues(initial: ItemValues): FormState {
  const [values, setValues] = useState(initial);
  return {
    values,
    change: (fields) => setValues((current) => ({ ...current, fields: { ...current.fields, ...fields } })),
    setReference: (field, id, name) => setValues((current) => withReference(current, field, id, name)),
    fillFromKit: (kit) =>
      setValues((current) => (current.fields.kit === kit.id ? withKitFields(current, kit) : current)),
    replace: setValues,
  };
}

interface KeptDraft {
  values: ItemValues;
  /** The id of the item that was created from the draft, if photos are still missing. */
  itemId?: number | undefined;
}

/**
 * Reads the stored form of a new item. It survives failures, reloads and closed windows until it is
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
  writeStored(key, draft);
}

export function discardDraft(key: string): void {
  discardStored(key);
}
