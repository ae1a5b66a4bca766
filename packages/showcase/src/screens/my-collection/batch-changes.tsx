import type { ReactNode } from 'react';
import {
  CONDITION_MAX,
  CONDITION_MIN,
  SIZES,
  TAG_MAX,
  type CollectionClient,
} from '@kitroom/collection-client';
import { SelectField, TextField } from '../../components/field.tsx';
import { FIELD_LABELS } from '../../components/item-labels.ts';
import { RecordPicker, type PickedRecord } from '../../components/record-picker.tsx';
import { SizePicker } from '../../components/size-picker.tsx';

export type Batch = Parameters<CollectionClient['items']['batch']>[0];

interface InputProps {
  value: PickedRecord;
  change: (value: PickedRecord) => void;
}

/** A change of several items. Its value is a string, with an id if it is a record. */
interface BatchChange {
  text: string;
  /** The input for the value, if the change has one. */
  Input?: (props: InputProps) => ReactNode;
  /** The initial value. */
  first: string;
  toBody: (value: PickedRecord) => Pick<Batch, 'set' | 'add_tags' | 'remove_tags' | 'delete'>;
}

const VIEWERS = [
  ['true', 'Only me'],
  ['false', 'Everyone'],
] as const;

/** Adds drafts to the collection. */
const PUBLISH: BatchChange = {
  text: 'Add to my collection',
  first: '',
  toBody: () => ({ set: { is_draft: false } }),
};

const CHANGES = {
  condition: {
    text: 'Set the condition',
    Input: ({ value, change }) => (
      <TextField
        label="Condition, 1 to 10"
        type="number"
        min={CONDITION_MIN}
        max={CONDITION_MAX}
        required
        value={value.name}
        change={(name) => change({ id: null, name })}
      />
    ),
    first: '8',
    toBody: ({ name }) => ({ set: { condition: Number(name) } }),
  },
  brand: toRecordChange('brand'),
  club: toRecordChange('club'),
  season: toRecordChange('season'),
  size: {
    text: 'Set the size',
    Input: ({ value, change }) => (
      <SizePicker
        sizes={ALL_SIZES}
        value={{ id: value.id, text: value.name }}
        change={({ id, text }) => change({ id, name: text })}
      />
    ),
    first: '',
    toBody: ({ id, name }) => ({ set: { size: id, size_text: name.trim() } }),
  },
  location: {
    text: 'Set the place',
    Input: ({ value, change }) => (
      <TextField
        label={FIELD_LABELS.location}
        hint="Only you see it. Empty removes it."
        maxLength={200}
        value={value.name}
        change={(name) => change({ id: null, name })}
      />
    ),
    first: '',
    toBody: ({ name }) => ({ set: { location: name.trim() } }),
  },
  privacy: {
    text: 'Set who sees them',
    Input: ({ value, change }) => (
      <SelectField
        label="Who sees them"
        options={VIEWERS}
        value={value.name}
        change={(name) => change({ id: null, name })}
      />
    ),
    first: 'true',
    toBody: ({ name }) => ({ set: { is_private: name === 'true' } }),
  },
  add_tag: {
    text: 'Add a tag',
    Input: TagInput,
    first: '',
    toBody: ({ name }) => ({ add_tags: [name.trim()] }),
  },
  remove_tag: {
    text: 'Remove a tag',
    Input: TagInput,
    first: '',
    toBody: ({ name }) => ({ remove_tags: [name.trim()] }),
  },
  delete: { text: 'Delete', first: '', toBody: () => ({ delete: true }) },
} as const satisfies Record<string, BatchChange>;

/** The changes that are possible for items, or for drafts, by name. */
export function listBatchChanges(areDrafts: boolean): Readonly<Record<string, BatchChange>> {
  return areDrafts ? { publish: PUBLISH, ...CHANGES } : CHANGES;
}

/** Names of sizes, with the category of bottoms, because the same letters are different sizes there. */
const ALL_SIZES = SIZES.filter(({ category }) => category !== 'other').map(
  ({ id, name, category }) => [id, category === 'bottoms' ? `${name} (shorts and trousers)` : name] as const,
);

function toRecordChange(field: 'brand' | 'club' | 'season'): BatchChange {
  return {
    text: `Set the ${field}`,
    Input: ({ value, change }) => (
      <RecordPicker type={field} label={FIELD_LABELS[field]} value={value} change={change} />
    ),
    first: '',
    toBody: ({ id, name }) => ({ set: { [field]: id, [`${field}_text`]: id === null ? name.trim() : '' } }),
  };
}

function TagInput({ value, change }: InputProps) {
  return (
    <TextField
      label="Tag"
      maxLength={TAG_MAX}
      required
      value={value.name}
      change={(name) => change({ id: null, name })}
    />
  );
}
