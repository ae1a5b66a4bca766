import { DESIGN_CODES, ITEM_COLOURS, SIZES, type ItemChanges } from '@kitroom/collection-client';
import { nameColour, nameCountry, showDate, showMoney } from '../../components/format.ts';
import { CONDITION_LABELS, FIELD_LABELS, type FormField } from '../../components/item-labels.ts';
import { listChanges, type ItemValues } from './item-values.ts';
import { TwoVersions } from './two-versions.tsx';

interface ConflictProps {
  /** The stored version. */
  theirs: ItemValues;
  /** The stored version with the changes that were made here. */
  mine: ItemValues;
  onResolve: (values: ItemValues) => void;
}

/** Shows both versions of an item that was changed elsewhere in the meantime, for the user to choose one. */
export function Conflict({ theirs, mine, onResolve }: ConflictProps) {
  return (
    <TwoVersions
      title="This item was changed somewhere else in the meantime"
      notice="Nothing has been saved yet. Where the two versions differ:"
      rowTitle="Field"
      onChoose={(isMine) => onResolve(isMine ? mine : theirs)}
    >
      {listRows(theirs, mine).map((field) => (
        <tr key={field}>
          <th scope="row">{FIELD_LABELS[field]}</th>
          <td>{showValue(theirs, field)}</td>
          <td>{showValue(mine, field)}</td>
        </tr>
      ))}
    </TwoVersions>
  );
}

/** The fields that differ. An id and its free-text variant count as one. */
function listRows(theirs: ItemValues, mine: ItemValues): FormField[] {
  const toId = (field: FormField) => field.replace(/_text$/, '') as FormField;
  return [...new Set(listChanges(theirs, mine).map(toId))];
}

/** The displayed value of a field. */
function showValue({ fields, names }: ItemValues, field: FormField): string {
  if (field === 'brand' || field === 'club' || field === 'season' || field === 'kit')
    return names[field] || '–';
  if (field === 'size' && fields.size_text) return fields.size_text;
  const value = fields[field] ?? '';
  const show = (FORMATTERS[field] ?? showPlain) as (value: unknown) => string;
  return (value === '' ? '' : show(value)) || '–';
}

type Value<Field extends FormField> = NonNullable<ItemChanges[Field]>;
type Show<Field extends FormField> = (value: Value<Field>) => string;
type Plain = string | number | boolean;
/** The fields whose values are lists or objects. */
type ComplexField = { [Field in FormField]: Value<Field> extends Plain ? never : Field }[FormField];

const FORMATTERS: Readonly<
  { [Field in FormField]?: Show<Field> } & { [Field in ComplexField]: Show<Field> }
> = {
  size: (id) => nameOf(SIZES, id),
  design: (id) => nameOf(DESIGN_CODES, id),
  main_color: (id) => nameColour(nameOf(ITEM_COLOURS, id)),
  secondary_colors: (ids) => ids.map((id) => nameColour(nameOf(ITEM_COLOURS, id))).join(', '),
  detailed_condition: (code) => CONDITION_LABELS[code],
  country: nameCountry,
  acquired_on: showDate,
  price: showMoney,
  estimated_value: showMoney,
  tags: (tags) => tags.join(', '),
};

function showPlain(value: Plain): string {
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);
}

function nameOf(list: ReadonlyArray<{ id: string | number; name: string }>, id: string | number): string {
  return list.find((record) => record.id === id)?.name ?? String(id);
}
