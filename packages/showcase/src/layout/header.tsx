import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { Button } from '../components/button.tsx';
import { mayLeave } from '../leave-guard.ts';
import { useLikelyUser, useSignOut } from '../session.ts';
import { SearchBox } from './search-box.tsx';

/** The header of every screen: the name, the search, and links to the user's collection and account. */
export function Header() {
  return (
    <header className="header">
      <div className="header-inner">
        <Link to="/" className="wordmark">
          Kitroom
        </Link>
        <SearchBox />
        <nav aria-label="Main" className="nav">
          <NavLink to="/kits" end>
            Kits
          </NavLink>
          <NavLink to="/collectors">Collectors</NavLink>
          <AccountLinks />
        </nav>
      </div>
    </header>
  );
}

function AccountLinks() {
  const user = useLikelyUser();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  if (user === null)
    return <NavLink to={`/sign-in?next=${encodeURIComponent(pathname + search)}`}>Sign in</NavLink>;
  return (
    // Rendered but invisible until it is known whether the user is signed in, so that nothing moves.
    <div className={user ? 'nav-account' : 'nav-account unknown'}>
      <NavLink to="/collection">My collection</NavLink>
      <NavLink to="/account">Account</NavLink>
      <Button
        className="link-button"
        onClick={() => {
          if (mayLeave()) signOut.mutate(undefined, { onSuccess: () => void navigate('/') });
        }}
      >
        Sign out
      </Button>
    </div>
  );
}
