import type { ImportOptions } from '@kitroom/collection-client';
import { Check, SelectField } from '../../components/field.tsx';
import { DefaultValues } from './default-values.tsx';

interface OptionFieldsProps {
  options: ImportOptions;
  /** The fields to which columns can be mapped. */
  fields: readonly string[];
  change: (changes: Partial<ImportOptions>) => void;
}

type ChoiceName = 'on_match' | 'date_order' | 'decimal' | 'unknown_names' | 'unmapped';

/** The options with a fixed list of values: name, label, and the text of each value. */
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
    'Names not in the catalogue',
    { text: 'Keep as written', invalid: 'Make the row invalid' },
  ],
  ['unmapped', 'Columns without a field', { notes: 'Keep in the notes', ignore: 'Leave out' }],
];

/** Inputs for the options by which the rows of an import are read. */
export function OptionFields({ options, fields, change }: OptionFieldsProps) {
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
        <DefaultValues value={options.defaults} fields={fields} change={(defaults) => change({ defaults })} />
      </div>
      <div className="checks">
        <Check
          label="Keep invalid rows as drafts"
          value={options.invalid_as_draft}
          change={(invalid_as_draft) => change({ invalid_as_draft })}
        />
        <Check
          label="Import photos too"
          value={options.with_photos}
          change={(with_photos) => change({ with_photos })}
        />
      </div>
    </>
  );
}
