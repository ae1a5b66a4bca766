import { startTransition, useId, useState, type KeyboardEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { countOf } from '../components/format.ts';
import { toSearchPath } from '../components/use-kits.ts';
import { useOnline } from '../components/use-online.ts';
import { toSuggestionPath, useSuggestions } from '../components/use-suggestions.ts';
import { mayLeave } from '../leave-guard.ts';
import { SuggestionLine } from './suggestion-line.tsx';

/**
 * A combobox as in the ARIA Authoring Practices: arrows choose, Enter opens what is chosen or else searches all kits,
 * Escape closes.
 */
export function SearchBox() {
  const { pathname, search } = useLocation();
  // Null while nobody types: then the box has what the screen shows.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : '');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const navigate = useNavigate();
  const suggestions = useSuggestions(typed ?? '');
  const isOnline = useOnline();
  const isTyping = isOpen && typed !== null && typed.trim() !== '';
  const isShown = isTyping && suggestions !== undefined;
  const optionId = (index: number) => `${listId}-${index}`;

  function go(path: string) {
    if (!mayLeave()) return;
    setOpen(false);
    void navigate(path);
    // Together with the screen, which may have to be loaded.
    startTransition(() => setTyped(null));
  }

  function onKeyDown(event: KeyboardEvent) {
    const count = suggestions?.length ?? 0;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      setOpen(true);
      // One position more than there are suggestions: none is chosen in between.
      setActive(((active + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === 'Escape' && isShown) {
      // Browsers empty a search field; here that takes a second Escape.
      event.preventDefault();
      setOpen(false);
      setActive(-1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = isShown ? suggestions[active] : undefined;
      if (chosen) go(toSuggestionPath(chosen));
      else if (text.trim() !== '') go(toSearchPath(text.trim()));
    }
  }

  return (
    <div className="search" role="search" aria-label="Catalogue">
      <input
        type="search"
        dir="auto"
        role="combobox"
        aria-label="Search the catalogue"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? optionId(active) : undefined}
        placeholder="Clubs, kits, brands"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(-1);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} role="listbox" aria-label="Suggestions" className="suggestions" hidden={!isShown}>
        {suggestions?.map((suggestion, index) => (
          <li
            key={`${suggestion.type}-${suggestion.id}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            // Before the blur of the input, which closes the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => go(toSuggestionPath(suggestion))}
          >
            <SuggestionLine {...suggestion} />
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {isShown ? countOf(suggestions.length, 'suggestion') : ''}
      </p>
      {isShown && suggestions.length === 0 && (
        <p className="suggestions empty">Nothing found. Press Enter to search all kits.</p>
      )}
      {isTyping && !isShown && !isOnline && (
        <p className="suggestions empty" role="status">
          You are offline. Suggestions appear once you are connected.
        </p>
      )}
    </div>
  );
}
