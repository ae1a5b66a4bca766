import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import {
  DESIGN_CODES,
  DETAILED_CONDITIONS,
  fieldsOfType,
  ITEM_COLOURS,
  TYPE_CHOICES,
} from '@kitroom/collection-client';
import { COUNTRY_CODES } from '@kitroom/shared';
import { TextField } from '../../components/field.tsx';
import { fieldErrorsOf, Form } from '../../components/form.tsx';
import { nameColour, nameCountry } from '../../components/format.ts';
import { CONDITION_LABELS } from '../../components/item-labels.ts';
import {
  CheckInput,
  ColoursInput,
  MoneyInput,
  NumberInput,
  SelectInput,
  SizeInput,
  TextInput,
} from './inputs.tsx';
import { findProblems, listFields } from './item-values.ts';
import { KitInput, ReferenceInput } from './reference-input.tsx';
import { TagsInput } from './tags-input.tsx';
import type { CheckedForm, FormState } from './use-item-values.ts';

interface ItemFormProps {
  form: FormState;
  error: Error | null;
  /** Called with true if the item is to be a draft. */
  onSave: (isDraft: boolean) => void;
  /** Whether the item is new. Photos then come first, and rarely used fields are folded. */
  isNew?: boolean;
  /** Whether a kit has filled the fields that identify the item, which are then folded. */
  isPrefilled?: boolean;
  /** Whether only the photos can still be changed. */
  isLocked?: boolean;
  photos: ReactNode;
  /** The buttons. A button with the value `draft` saves a draft, which may be incomplete. */
  children: ReactNode;
}

/** The form for an item of any type, new or not. */
export function ItemForm(props: ItemFormProps) {
  const { form: state, error, onSave, isNew = false, isPrefilled = false, photos } = props;
  // The last attempt to submit the form; problems are shown from then on.
  const [attempt, setAttempt] = useState<{ isDraft: boolean }>();
  const problems = attempt ? findProblems(state.values, attempt.isDraft) : {};
  const form = { ...state, errors: { ...fieldErrorsOf(error), ...problems } };
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => showErrors(element.current), [error, attempt]);

  function submit({ nativeEvent }: FormEvent) {
    const { submitter } = nativeEvent as SubmitEvent;
    const isDraft = submitter instanceof HTMLButtonElement && submitter.value === 'draft';
    setAttempt({ isDraft });
    if (Object.keys(findProblems(state.values, isDraft)).length === 0) onSave(isDraft);
  }

  const identity = <IdentityFields form={form} />;
  return (
    <Form
      ref={element}
      error={error}
      fields={listFields(form.values.item_type)}
      onSubmit={submit}
      onInvalidCapture={({ target }) => unfold(target as Element)}
    >
      {isNew && photos}
      <fieldset disabled={props.isLocked} className="form-sections">
        <legend className="visually-hidden">The item</legend>
        {!isPrefilled && identity}
        <CopyFields form={form} />
        {isPrefilled && <Section title="Name, club and season">{identity}</Section>}
        <Section title="Details" isOpen={!isNew}>
          <DetailFields form={form} />
        </Section>
        <Section title="Look and origin" isOpen={!isNew}>
          <LookFields form={form} />
        </Section>
        <Section title="Private: nobody else ever sees this" isOpen={!isNew}>
          <PrivateFields form={form} />
        </Section>
      </fieldset>
      {!isNew && photos}
      <div className="actions">{props.children}</div>
    </Form>
  );
}

/** Unfolds the fields with errors and focuses the first one. */
function showErrors(form: HTMLFormElement | null): void {
  const invalid = [...(form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])];
  for (const field of invalid) unfold(field);
  invalid[0]?.focus();
}

function unfold(field: Element): void {
  const section = field.closest('details');
  if (section) section.open = true;
}

interface SectionProps {
  title: string;
  isOpen?: boolean;
  children: ReactNode;
}

function Section({ title, isOpen = false, children }: SectionProps) {
  return (
    <details className="form-section" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

interface FieldsProps {
  form: CheckedForm;
}

/** The fields that identify the item. */
function IdentityFields({ form }: FieldsProps) {
  const type = form.values.item_type;
  const typeFields = fieldsOfType(type);
  return (
    <div className="columns">
      <TextInput form={form} field="name" isRequired maxLength={200} />
      {typeFields.includes('type') && (
        <SelectInput
          form={form}
          field="type"
          options={(TYPE_CHOICES[type] ?? []).map((id) => ({ id, name: capitalise(id) }))}
        />
      )}
      <ReferenceInput form={form} field="brand" />
      <ReferenceInput form={form} field="club" />
      <ReferenceInput form={form} field="season" />
      {typeFields.includes('kit') && <KitInput form={form} />}
    </div>
  );
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The fields that distinguish this copy from others. */
function CopyFields({ form }: FieldsProps) {
  const typeFields = fieldsOfType(form.values.item_type);
  const { condition = 10 } = form.values.fields;
  return (
    <div className="columns">
      {typeFields.includes('size') && <SizeInput form={form} />}
      <TextField
        label={`Condition: ${condition} of 10`}
        errors={form.errors['condition']}
        type="range"
        min="1"
        max="10"
        value={condition}
        change={(level) => form.change({ condition: Number(level) })}
      />
      {typeFields.includes('player_name') && <TextInput form={form} field="player_name" maxLength={100} />}
      {typeFields.includes('number') && <NumberInput form={form} />}
      <MoneyInput form={form} field="price" />
    </div>
  );
}

function DetailFields({ form }: FieldsProps) {
  const typeFields = fieldsOfType(form.values.item_type);
  return (
    <div className="columns">
      <SelectInput
        form={form}
        field="detailed_condition"
        options={DETAILED_CONDITIONS.map((id) => ({ id, name: CONDITION_LABELS[id] }))}
      />
      <TagsInput form={form} />
      <TextInput form={form} field="description" rows={3} maxLength={10_000} />
      <div className="checks">
        {(['has_nameset', 'is_signed', 'is_fan_version', 'is_short_sleeve'] as const)
          .filter((field) => typeFields.includes(field))
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
  .toSorted((left, right) => left.name.localeCompare(right.name));

const COLOURS = ITEM_COLOURS.map(({ id, name }) => ({ id, name: nameColour(name) }));

function LookFields({ form }: FieldsProps) {
  return (
    <div className="columns">
      <SelectInput form={form} field="design" options={DESIGN_CODES} />
      <SelectInput form={form} field="main_color" options={COLOURS} />
      <SelectInput form={form} field="country" options={COUNTRIES} />
      <ColoursInput form={form} />
    </div>
  );
}

function PrivateFields({ form }: FieldsProps) {
  return (
    <div className="columns">
      <TextInput form={form} field="location" maxLength={200} />
      <TextInput form={form} field="acquired_on" type="date" />
      <TextInput form={form} field="acquired_from" maxLength={200} />
      <MoneyInput form={form} field="estimated_value" />
      <TextInput form={form} field="notes" rows={3} maxLength={10_000} />
    </div>
  );
}
