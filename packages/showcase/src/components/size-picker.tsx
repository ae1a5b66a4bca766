import { useState } from 'react';
import { SIZE_TEXT_MAX } from '@kitroom/collection-client';
import { SelectField, TextField } from './field.tsx';
import { FIELD_LABELS } from './item-labels.ts';

/** A size of the list, another size as free text, or none. */
interface PickedSize {
  id: number | null;
  text: string;
}

interface SizePickerProps {
  sizes: ReadonlyArray<readonly [id: number, name: string]>;
  value: PickedSize;
  change: (value: PickedSize) => void;
  errors?: readonly string[] | undefined;
  textErrors?: readonly string[] | undefined;
}

/** Inputs for choosing a size of the list, or entering another one as free text. */
export function SizePicker({ sizes, value: { id, text }, change, errors, textErrors }: SizePickerProps) {
  const [isOther, setOther] = useState(text !== '');
  const choose = (value: string) => {
    setOther(value === OTHER_SIZE);
    change({ id: Number(value) || null, text: '' });
  };
  return (
    <div className="size">
      <SelectField
        label={FIELD_LABELS.size}
        errors={errors}
        options={[['', 'Unknown'], ...sizes, [OTHER_SIZE, 'Other size …']]}
        value={isOther ? OTHER_SIZE : (id ?? '')}
        change={choose}
      />
      {isOther && (
        <TextField
          label="Which size?"
          errors={textErrors}
          hint="Such as “164” or “L/XL”."
          maxLength={SIZE_TEXT_MAX}
          value={text}
          change={(typed) => change({ id: null, text: typed })}
        />
      )}
    </div>
  );
}

const OTHER_SIZE = 'other';
