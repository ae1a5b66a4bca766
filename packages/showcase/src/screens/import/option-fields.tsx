import type { ImportOptions } from '@kitroom/collection-client';
import { useState } from 'react';
import { Check, SelectField, TextField } from '../../components/field.tsx';

interface OptionFieldsProps {
  options: ImportOptions;
  change: (changes: Partial<ImportOptions>) => void;
}

type ChoiceName = 'on_match' | 'date_order' | 'decimal' | 'unknown_names' | 'unmapped';

/** The options that have a few values, each with a label and a text for each value. */
const CHOICES: ReadonlyArray<readonly [name: ChoiceName, label: string, texts: Record<string, string>]> = [
  [
    'on_match',
    'Rows that match an item',
    { skip: 'Leave the item as it is', update: 'Update the item', add: 'Add another item' },
  ],
  ['date_order', 'Dates', { ymd: '2026-11-23', dmy: '23.11.2026', mdy: '11/23/2026' }],
  ['decimal', 'Decimal sign', { '.': '85.50', ',': '85,50' }],
  [
    'unknown_names',
    'Names that the catalogue lacks',
    { text: 'Keep as texts', invalid: 'Make the row invalid' },
  ],
  ['unmapped', 'Columns without a field', { notes: 'Keep in the notes', ignore: 'Leave out' }],
];

/** How the rows of an import are to be read. */
export function OptionFields({ options, change }: OptionFieldsProps) {
  return (
    <>
      <div className="columns">
        {CHOICES.map(([name, label, texts]) => (
          <SelectField
            key={name}
            label={label}
            options={Object.entries(texts)}
            value={options[name]}
            change={(value) => change({ [name]: value })}
          />
        ))}
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
