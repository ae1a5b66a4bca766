import { useQueryClient } from '@tanstack/react-query';
import { FIELD_LABELS } from '../../components/item-labels.ts';
import { RecordPicker, type PickedRecord } from '../../components/record-picker.tsx';
import { kitQuery } from '../../components/use-kits.ts';
import { useCatalogue } from '../../services.ts';
import { UNKNOWN_KIT, type ReferenceField } from './item-values.ts';
import type { CheckedForm } from './use-item-values.ts';
import { useLikelyKits } from './use-likely-kits.ts';

interface ReferenceInputProps {
  form: CheckedForm;
  field: Exclude<ReferenceField, 'kit'>;
}

/** An input for the brand, club or season of an item. */
export function ReferenceInput({ form, field }: ReferenceInputProps) {
  return (
    <RecordPicker
      type={field}
      label={FIELD_LABELS[field]}
      errors={form.errors[field]}
      value={valueOf(form, field)}
      change={({ id, name }) => form.setReference(field, id, name)}
    />
  );
}

/**
 * An input for the kit of an item, which lists kits of its club and season first. The kit fills empty fields.
 */
export function KitInput({ form }: { form: CheckedForm }) {
  const catalogue = useCatalogue();
  const queries = useQueryClient();
  const value = valueOf(form, 'kit');
  const { club, season } = form.values.fields;
  const likely = useLikelyKits(value.id === null ? club : null, season, value.name);
  return (
    <RecordPicker
      type="kit"
      label={FIELD_LABELS.kit}
      errors={form.errors['kit']}
      ifUnknown={UNKNOWN_KIT}
      likely={likely}
      value={value}
      change={({ id, name }) => {
        form.setReference('kit', id, name);
        // If the request fails, the service fills the empty fields.
        if (id !== null) queries.fetchQuery(kitQuery(catalogue, id)).then(form.fillFromKit, () => {});
      }}
    />
  );
}

function valueOf({ values }: CheckedForm, field: ReferenceField): PickedRecord {
  return { id: values.fields[field] ?? null, name: values.names[field] };
}
