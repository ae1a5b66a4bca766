import { useEffect, useId, useState, type InputHTMLAttributes, type KeyboardEvent } from 'react';
import { countOf } from './format.ts';
import { SuggestionLine, type Choice } from './suggestion-line.tsx';

interface ComboboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'list'> {
  text: string;
  /** Called with what is typed. */
  change: (text: string) => void;
  /** Undefined if there is nothing to choose from. */
  choices: readonly Choice[] | undefined;
  choose: (choice: Choice) => void;
  /** Called on Enter while no choice is highlighted. */
  onEnter?: () => void;
  /** Why there is nothing to choose from. */
  nothing?: string | undefined;
}

/**
 * A field with records to choose from while one types, as in the ARIA Authoring Practices: arrows highlight a
 * choice, Enter chooses it, Escape closes the list.
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
      // One position more than there are choices: none is highlighted in between.
      setActive(((active + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === 'Escape' && isShown) {
      // Browsers empty a search field; here that takes a second Escape.
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && (isShown || onEnter)) {
      // The form around it is not sent while one chooses.
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
        // Before the blur of the input, which closes the list.
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
