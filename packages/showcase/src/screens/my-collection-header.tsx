import { Link, NavLink } from 'react-router';

/** The title, actions and tabs of one's own collection. */
export function MyCollectionHeader() {
  return (
    <>
      <header className="page-header">
        <h1>My collection</h1>
        <Link to="/add" className="button primary">
          Add a shirt
        </Link>
      </header>
      <nav className="tabs" aria-label="My collection">
        <NavLink to="/collection" end>
          Items
        </NavLink>
        <NavLink to="/collection/drafts">Drafts</NavLink>
        <NavLink to="/collection/statistics">Statistics</NavLink>
        <NavLink to="/collection/share">Share</NavLink>
        <NavLink to="/collection/import">Import</NavLink>
        <NavLink to="/collection/export">Export</NavLink>
        <NavLink to="/profile">Profile</NavLink>
      </nav>
    </>
  );
}
