import { Link, NavLink } from 'react-router';
import { DownloadCollection } from './download-collection.tsx';

/** The title, actions and tabs of one's own collection. */
export function MyCollectionHeader() {
  return (
    <>
      <header className="page-header">
        <h1>My collection</h1>
        <div className="actions">
          <DownloadCollection />
          <Link to="/add" className="button primary">
            Add a shirt
          </Link>
        </div>
      </header>
      <nav className="tabs" aria-label="My collection">
        <NavLink to="/collection" end>
          Items
        </NavLink>
        <NavLink to="/collection/statistics">Statistics</NavLink>
        <NavLink to="/collection/share">Share</NavLink>
      </nav>
    </>
  );
}
