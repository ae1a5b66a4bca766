import { useEffect, useId, useState, type InputHTMLAttributes, type KeyboardEvent } from 'react';
import { countOf } from './format.ts';
import { SuggestionLine, type Choice } from './suggestion-line.tsx';

interface ComboboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'list'> {
  text: string;
  /** Called with the typed text. */
  change: (text: string) => void;
  /** Undefined while there is no list to choose from. */
  choices: readonly Choice[] | undefined;
  choose: (choice: Choice) => void;
  /** Called on Enter while no choice is highlighted. */
  onEnter?: () => void;
  /** The text to show if there are no choices. */
  nothing?: string | undefined;
}

/**
 * An input that lists matching records while the user types, as in the ARIA Authoring Practices: arrows
 * highlight a choice, Enter chooses it, Escape closes the list.
 */
export function Combobox(props: ComboboxProps) {
  const { text, change, choices, choose, onEnter, nothing, ...attributes } = props;
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const isShown = isOpen && choices !== undefined;
  const optionId = (index: number) => `${listId}-${index}`;
  const activeId = isShown && active >= 0 ? optionId(active) : undefined;
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function close() {
    setOpen(false);
    setActive(-1);
  }

  function take(choice: Choice) {
    close();
    choose(choice);
  }

  function onKeyDown(event: KeyboardEvent) {
    const count = choices?.length ?? 0;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      setOpen(true);
      // There is one more position than choices: between the last and the first, none is highlighted.
      setActive(((active + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === 'Escape' && isShown) {
      // The first Escape only closes the list. Browsers would also clear a search field.
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && (isShown || onEnter)) {
      // Enter must not submit the form while the list is open.
      event.preventDefault();
      const chosen = isShown ? choices[active] : undefined;
      if (chosen) return take(chosen);
      close();
      onEnter?.();
    }
  }

  return (
    <>
      <input
        role="combobox"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        dir="auto"
        spellCheck={false}
        {...attributes}
        value={text}
        onChange={({ target }) => {
          change(target.value);
          setActive(-1);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <ul
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        className="suggestions"
        hidden={!isShown || choices.length === 0}
        // Keeps the focus in the input, because blurring it closes the list before the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        {isShown &&
          choices.map((choice, index) => (
            <li
              key={`${choice.type}-${choice.id}`}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              onClick={() => take(choice)}
            >
              <SuggestionLine {...choice} />
            </li>
          ))}
      </ul>
      <p className="visually-hidden" role="status">
        {isShown ? countOf(choices.length, 'suggestion') : ''}
      </p>
      {isOpen && nothing && !choices?.length && <p className="suggestions empty">{nothing}</p>}
    </>
  );
}
