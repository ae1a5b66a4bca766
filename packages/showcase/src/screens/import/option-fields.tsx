import type { ImportOptions } from '@kitroom/collection-client';
import { useState } from 'react';
import { Check, SelectField, TextField } from '../../components/field.tsx';

interface OptionFieldsProps {
  options: ImportOptions;
  change: (changes: Partial<ImportOptions>) => void;
}

/** How the rows of an import are to be read. */
export function OptionFields({ options, change }: OptionFieldsProps) {
  return (
    <>
      <div className="columns">
        <Choice
          label="Rows that match an item"
          value={options.on_match}
          texts={{ skip: 'Leave the item as it is', update: 'Update the item', add: 'Add another item' }}
          change={(on_match) => change({ on_match })}
        />
        <Choice
          label="Dates"
          value={options.date_order}
          texts={{ ymd: '2026-11-23', dmy: '23.11.2026', mdy: '11/23/2026' }}
          change={(date_order) => change({ date_order })}
        />
        <Choice
          label="Decimal sign"
          value={options.decimal}
          texts={{ '.': '85.50', ',': '85,50' }}
          change={(decimal) => change({ decimal })}
        />
        <Choice
          label="Names that the catalogue lacks"
          value={options.unknown_names}
          texts={{ text: 'Keep as texts', invalid: 'Make the row invalid' }}
          change={(unknown_names) => change({ unknown_names })}
        />
        <Choice
          label="Columns without a field"
          value={options.unmapped}
          texts={{ notes: 'Keep in the notes', ignore: 'Leave out' }}
          change={(unmapped) => change({ unmapped })}
        />
        <Defaults value={options.defaults} change={(defaults) => change({ defaults })} />
      </div>
      <div className="checks">
        <Check
          label="Make drafts of invalid rows"
          value={options.invalid_as_draft}
          change={(invalid_as_draft) => change({ invalid_as_draft })}
        />
        <Check
          label="Import photos, too"
          value={options.with_photos}
          change={(with_photos) => change({ with_photos })}
        />
      </div>
    </>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  texts: Readonly<Record<Value, string>>;
  change: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, texts, change }: ChoiceProps<Value>) {
  return (
    <SelectField
      label={label}
      options={Object.entries<string>(texts)}
      value={value}
      change={(chosen) => change(chosen as Value)}
    />
  );
}

interface DefaultsProps {
  value: ImportOptions['defaults'];
  change: (value: ImportOptions['defaults']) => void;
}

/** One field a line. The text is kept as it is typed: half a line is no default yet. */
function Defaults({ value, change }: DefaultsProps) {
  const [text, setText] = useState(() =>
    Object.entries(value)
      .map(([field, content]) => `${field}: ${content}`)
      .join('\n'),
  );
  return (
    <TextField
      label="For empty cells"
      hint="One field a line, such as “currency: EUR”."
      rows={2}
      value={text}
      change={(typed) => {
        setText(typed);
        change(readDefaults(typed));
      }}
    />
  );
}

function readDefaults(text: string): ImportOptions['defaults'] {
  const entries = text.split('\n').flatMap((line) => {
    const [field = '', ...content] = line.split(':');
    const name = field.trim().replaceAll(' ', '_');
    return name === '' ? [] : [[name, content.join(':').trim()] as const];
  });
  return Object.fromEntries(entries);
}
