import { useEffect, useState } from 'react';
import type { SuggestionType } from '@kitroom/catalogue-client';
import { fold } from '@kitroom/shared';
import { Button } from './button.tsx';
import { Combobox } from './combobox.tsx';
import { Field } from './field.tsx';
import { nameCountry } from './format.ts';
import type { Choice } from './suggestion-line.tsx';
import { useClub } from './use-kits.ts';
import { useSuggestions } from './use-suggestions.ts';

const KEPT_AS_TEXT = 'Not in the catalogue. We’ll keep it exactly as you typed it.';

/** A record of the catalogue, or a name that the catalogue does not know. */
export interface PickedRecord {
  id: number | null;
  name: string;
}

interface RecordPickerProps {
  type: SuggestionType;
  label: string;
  value: PickedRecord;
  change: (value: PickedRecord) => void;
  /** Records to offer before the suggestions, even if the input is empty. */
  likely?: readonly Choice[];
  /** The note below a name that the catalogue does not know. */
  ifUnknown?: string;
  errors?: readonly string[] | undefined;
}

/**
 * An input for choosing a record of the catalogue. If the typed text is the name of exactly one record, that
 * record is chosen; if it probably means one, that one is offered. Otherwise the text is kept.
 */
export function RecordPicker(props: RecordPickerProps) {
  const { type, label, value, change, likely = [], ifUnknown = KEPT_AS_TEXT, errors } = props;
  const { id, name } = value;
  // A text that was already there is not replaced by a record unless the user edits it.
  const [isTyped, setTyped] = useState(false);
  // Neither is a text that is still being composed with an input method.
  const [isComposed, setComposed] = useState(false);
  const { suggestions, isSettled } = useSuggestions(id === null ? name : '', type);
  const choices = id === null ? withLikely(likely, suggestions) : [];
  const choose = (choice: Choice) => change({ id: choice.id, name: choice.label });
  const probable = id === null ? findProbableRecord(suggestions ?? [], name) : undefined;
  const isFinished = isTyped && !isComposed && isSettled;
  const named = isFinished && probable?.isNamed ? probable.choice : undefined;
  useEffect(() => {
    if (named) choose(named);
    // `choose` is not a dependency, because it is a new function in every render.
  }, [named?.id]);

  const isClub = type === 'club' && id !== null;
  const club = useClub(id ?? 0, isClub).data;
  const note = suggestions && !named && (
    <UnknownText
      text={ifUnknown}
      offer={probable?.choice}
      choices={suggestions}
      name={name}
      choose={choose}
    />
  );
  // The space of the country is reserved while the club is loading, like that of the crest.
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

/** The note below a text that is the name of no record, or of several. */
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

function withLikely(
  likely: readonly Choice[],
  suggestions: readonly Choice[] | undefined,
): readonly Choice[] {
  return [...likely, ...(suggestions ?? []).filter(({ id }) => likely.every((choice) => choice.id !== id))];
}

interface ProbableRecord {
  choice: Choice;
  /** Whether the text is the record's full name. */
  isNamed: boolean;
}

/**
 * The record that a text probably means: the only one with this name, else the only one whose name starts
 * with it, else the only suggestion. Undefined if there are several.
 */
function findProbableRecord(choices: readonly Choice[], name: string): ProbableRecord | undefined {
  const text = fold(name.trim());
  const named = choices.filter(({ label }) => fold(label) === text);
  const prefixed = choices.filter(({ label }) => fold(label).startsWith(text));
  const [choice, ...otherMatches] = named.length > 0 ? named : prefixed.length > 0 ? prefixed : choices;
  return choice && otherMatches.length === 0 ? { choice, isNamed: named.length > 0 } : undefined;
}
