import { useEffect, useState } from 'react';
import type { SuggestionType } from '@kitroom/catalogue-client';
import { fold } from '@kitroom/shared';
import { Button } from './button.tsx';
import { Combobox } from './combobox.tsx';
import { Field } from './field.tsx';
import { nameCountry } from './format.ts';
import type { Choice } from './suggestion-line.tsx';
import { useClub } from './use-kits.ts';
import { useSettledSuggestions } from './use-suggestions.ts';

const KEPT_AS_TEXT = 'Not in the catalogue. We’ll keep it exactly as you typed it.';

/** A record of the catalogue, or a text that names none that is known. */
export interface PickedRecord {
  id: number | null;
  name: string;
}

interface RecordPickerProps {
  type: SuggestionType;
  label: string;
  value: PickedRecord;
  change: (value: PickedRecord) => void;
  /** Records to offer before those that the text finds, also while there is no text. */
  likely?: readonly Choice[];
  /** Says what becomes of a text that names no record. */
  ifUnknown?: string;
  errors?: readonly string[] | undefined;
}

/**
 * Chooses a record of the catalogue by its name. A text stays as it is typed; if it is the name of a single
 * record, it is that one, and if it probably means one, that one is offered.
 */
export function RecordPicker(props: RecordPickerProps) {
  const { type, label, value, change, likely = [], ifUnknown = KEPT_AS_TEXT, errors } = props;
  const { id, name } = value;
  // A text that was there before is not replaced by a record without anybody's doing.
  const [isTyped, setTyped] = useState(false);
  // Nor is a text that an input method has not finished.
  const [isComposed, setComposed] = useState(false);
  const { suggestions, isSettled } = useSettledSuggestions(id === null ? name : '', type);
  const choices = id === null ? withLikely(likely, suggestions) : [];
  const choose = (choice: Choice) => change({ id: choice.id, name: choice.label });
  const meant = id === null ? findMeant(suggestions ?? [], name) : undefined;
  const isFinished = isTyped && !isComposed && isSettled;
  const named = isFinished && meant?.isNamed ? meant.choice : undefined;
  useEffect(() => {
    if (named) choose(named);
    // `choose` is another function each time.
  }, [named?.id]);

  const isClub = type === 'club' && id !== null;
  const club = useClub(id ?? 0, isClub).data;
  const note = suggestions && !named && (
    <UnknownText text={ifUnknown} offer={meant?.choice} choices={suggestions} name={name} choose={choose} />
  );
  // Its room is kept while the club is read, like that of the crest.
  const country = isClub && (club?.country ? nameCountry(club.country) : '\u00A0');
  const hint = id === null ? note : country;
  return (
    <Field label={label} errors={errors} hint={hint}>
      {(described) => (
        <div className={isClub ? 'combobox with-crest' : 'combobox'}>
          {club && <img src={club.logo} alt="" width="28" height="28" />}
          <Combobox
            {...described}
            text={name}
            change={(text) => {
              setTyped(true);
              change({ id: null, name: text });
            }}
            onCompositionStart={() => setComposed(true)}
            onCompositionEnd={() => setComposed(false)}
            choices={choices.length === 0 ? undefined : choices}
            choose={choose}
          />
        </div>
      )}
    </Field>
  );
}

interface UnknownTextProps {
  text: string;
  offer: Choice | undefined;
  choices: readonly Choice[];
  name: string;
  choose: (choice: Choice) => void;
}

/** What becomes of a text that names no record, or several. */
function UnknownText({ text, offer, choices, name, choose }: UnknownTextProps) {
  if (!offer) {
    const isNamed = choices.some(({ label }) => fold(label) === fold(name.trim()));
    return <>{isNamed ? 'The catalogue has several of this name. Choose one from the list.' : text}</>;
  }
  return (
    <>
      {text} Did you mean{' '}
      <Button className="link-button" onClick={() => choose(offer)}>
        {offer.label}
      </Button>
      ?
    </>
  );
}

function withLikely(likely: readonly Choice[], found: readonly Choice[] | undefined): readonly Choice[] {
  return [...likely, ...(found ?? []).filter(({ id }) => likely.every((choice) => choice.id !== id))];
}

interface Meant {
  choice: Choice;
  /** Whether the text is its name. */
  isNamed: boolean;
}

/**
 * The record that a text means, if it cannot mean several: by its name, by how its name begins, or the only
 * one found.
 */
function findMeant(choices: readonly Choice[], name: string): Meant | undefined {
  const text = fold(name.trim());
  const named = choices.filter(({ label }) => fold(label) === text);
  const begun = choices.filter(({ label }) => fold(label).startsWith(text));
  const [choice, ...others] = named.length > 0 ? named : begun.length > 0 ? begun : choices;
  return choice && others.length === 0 ? { choice, isNamed: named.length > 0 } : undefined;
}
