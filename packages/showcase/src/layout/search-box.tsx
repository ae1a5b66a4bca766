import { startTransition, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Combobox } from '../components/combobox.tsx';
import { toSearchPath } from '../components/use-kits.ts';
import { useOnline } from '../components/use-online.ts';
import { toSuggestionPath, useSuggestions } from '../components/use-suggestions.ts';
import { mayLeave } from '../leave-guard.ts';

const OFFLINE = 'You are offline. Suggestions appear once you are connected.';

/**
 * The search of the header. Enter opens the highlighted suggestion; without one, it searches all kits.
 */
export function SearchBox() {
  const { pathname, search } = useLocation();
  // Null unless the user is typing, so that the box shows the keyword of the search screen.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : '');
  const navigate = useNavigate();
  const { suggestions } = useSuggestions(typed ?? '');
  const isOnline = useOnline();
  const isTyping = Boolean(typed?.trim());
  const choices = isTyping ? suggestions : undefined;
  const offline = isTyping && !isOnline ? OFFLINE : undefined;

  function go(path: string) {
    if (!mayLeave()) return;
    void navigate(path);
    // A transition, so that the text changes together with the screen, which may have to be loaded first.
    startTransition(() => setTyped(null));
  }

  return (
    <div className="search" role="search" aria-label="Catalogue">
      <Combobox
        type="search"
        aria-label="Search the catalogue"
        placeholder="Clubs, kits, brands"
        text={text}
        change={setTyped}
        choices={choices}
        choose={(suggestion) => go(toSuggestionPath(suggestion))}
        onEnter={() => text.trim() !== '' && go(toSearchPath(text.trim()))}
        nothing={choices ? 'Nothing found. Press Enter to search all kits.' : offline}
      />
    </div>
  );
}
