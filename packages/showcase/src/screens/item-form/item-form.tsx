import {
  DESIGN_CODES,
  DETAILED_CONDITIONS,
  fieldsOfType,
  ITEM_COLOURS,
  TYPE_CHOICES,
} from '@kitroom/collection-client';
import { COUNTRY_CODES } from '@kitroom/shared';
import { useState, type FormEvent, type ReactNode } from 'react';
import { TextField } from '../../components/field.tsx';
import { fieldErrorsOf, Form } from '../../components/form.tsx';
import { nameCountry } from '../../components/format.ts';
import { CONDITION_WORDS } from '../../components/item-words.ts';
import {
  CheckInput,
  ColoursInput,
  MoneyInput,
  NumberInput,
  SelectInput,
  SizeInput,
  TagsInput,
  TextInput,
} from './inputs.tsx';
import { hasUnknownKit, listFields } from './item-values.ts';
import { ReferenceInput, UNKNOWN_KIT } from './reference-input.tsx';
import type { CheckedForm, FormState } from './use-item-values.ts';

interface ItemFormProps {
  form: FormState;
  error: Error | null;
  /** Called with true if the item is to be a draft. */
  onSave: (isDraft: boolean) => void;
  /** The fields cannot be changed any more; the photos can. */
  isLocked?: boolean;
  photos: ReactNode;
  /** The buttons. One with the value `draft` saves a draft, which may be incomplete. */
  children: ReactNode;
}

/** The form of an item of any type, new or not. */
export function ItemForm({ form: state, error, onSave, isLocked = false, photos, children }: ItemFormProps) {
  const [hasUnknown, setUnknownKit] = useState(false);
  const form = { ...state, errors: fieldErrorsOf(error) };
  const fields = listFields(form.values.item_type);

  function submit({ nativeEvent }: FormEvent) {
    const { submitter } = nativeEvent as SubmitEvent;
    // Drafts are sent unvalidated, but nothing that was typed may get lost.
    const isLossy = hasUnknownKit(form.values);
    setUnknownKit(isLossy);
    if (!isLossy) onSave(submitter instanceof HTMLButtonElement && submitter.value === 'draft');
  }

  return (
    <Form error={error} fields={fields} onSubmit={submit}>
      {hasUnknown && hasUnknownKit(form.values) && (
        <p className="problem" role="alert">
          {UNKNOWN_KIT}
        </p>
      )}
      <fieldset disabled={isLocked} className="form-sections">
        <legend className="visually-hidden">The item</legend>
        <MainFields form={form} />
        <LookFields form={form} />
        <PrivateFields form={form} />
      </fieldset>
      {photos}
      <div className="actions">{children}</div>
    </Form>
  );
}

interface SectionProps {
  form: CheckedForm;
}

function MainFields({ form }: SectionProps) {
  const type = form.values.item_type;
  const own = fieldsOfType(type);
  const { condition = 10 } = form.values.fields;
  return (
    <div className="columns">
      <TextInput form={form} field="name" required maxLength={200} />
      {own.includes('type') && (
        <SelectInput
          form={form}
          field="type"
          options={(TYPE_CHOICES[type] ?? []).map((id) => ({ id, name: id }))}
        />
      )}
      <ReferenceInput form={form} field="brand" />
      <ReferenceInput form={form} field="club" />
      <ReferenceInput form={form} field="season" />
      {own.includes('kit') && <ReferenceInput form={form} field="kit" />}
      {own.includes('size') && <SizeInput form={form} />}
      <TextField
        label={`Condition: ${condition} of 10`}
        errors={form.errors['condition']}
        type="range"
        min="1"
        max="10"
        value={condition}
        change={(level) => form.change({ condition: Number(level) })}
      />
      <SelectInput
        form={form}
        field="detailed_condition"
        options={DETAILED_CONDITIONS.map((id) => ({ id, name: CONDITION_WORDS[id] }))}
      />
      {own.includes('player_name') && <TextInput form={form} field="player_name" maxLength={100} />}
      {own.includes('number') && <NumberInput form={form} />}
      <TextInput form={form} field="description" rows={3} maxLength={10_000} />
      <div className="checks">
        {(['has_nameset', 'is_signed', 'is_fan_version', 'is_short_sleeve'] as const)
          .filter((field) => own.includes(field))
          .map((field) => (
            <CheckInput key={field} form={form} field={field} />
          ))}
        <CheckInput form={form} field="is_replica" />
        <CheckInput form={form} field="is_private" />
      </div>
    </div>
  );
}

const COUNTRIES = [...COUNTRY_CODES]
  .map((id) => ({ id, name: nameCountry(id) }))
  .toSorted((a, b) => a.name.localeCompare(b.name));

function LookFields({ form }: SectionProps) {
  return (
    <details className="form-section" open>
      <summary>Look and origin</summary>
      <div className="columns">
        <SelectInput form={form} field="design" options={DESIGN_CODES} />
        <SelectInput form={form} field="main_color" options={ITEM_COLOURS} />
        <SelectInput form={form} field="country" options={COUNTRIES} />
        <TagsInput form={form} />
        <ColoursInput form={form} />
      </div>
    </details>
  );
}

function PrivateFields({ form }: SectionProps) {
  return (
    <details className="form-section" open>
      <summary>Private: nobody else ever sees this</summary>
      <div className="columns">
        <TextInput form={form} field="location" maxLength={200} />
        <TextInput form={form} field="acquired_on" type="date" />
        <TextInput form={form} field="acquired_from" maxLength={200} />
        <MoneyInput form={form} field="price" />
        <MoneyInput form={form} field="estimated_value" />
        <TextInput form={form} field="notes" rows={3} maxLength={10_000} />
      </div>
    </details>
  );
}
