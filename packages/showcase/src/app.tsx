import { lazy, Suspense, useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import {
  Navigate,
  NavigationType,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigationType,
  useParams,
} from 'react-router';
import { Loading } from './components/feedback.tsx';
import { NotFoundPage, ProblemPage } from './components/page.tsx';
import { Header } from './layout/header.tsx';
import { LimitNotice } from './layout/limit-notice.tsx';
import { OfflineNotice } from './layout/offline-notice.tsx';
import { lostSessionStore } from './lost-session.ts';
import { HomeScreen } from './screens/home.tsx';
import { useLikelyUser, useUser } from './session.ts';

// The first load contains the home screen. Each other screen is loaded when it is opened.
const KitsScreen = lazyScreen(() => import('./screens/kits.tsx'), 'KitsScreen');
const CatalogueListScreen = lazyScreen(() => import('./screens/catalogue-lists.tsx'), 'CatalogueListScreen');
const KitScreen = lazyScreen(() => import('./screens/kit.tsx'), 'KitScreen');
const ClubScreen = lazyScreen(() => import('./screens/club.tsx'), 'ClubScreen');
const SearchScreen = lazyScreen(() => import('./screens/search.tsx'), 'SearchScreen');
const SignInScreen = lazyScreen(() => import('./screens/sign-in.tsx'), 'SignInScreen');
const SignUpScreen = lazyScreen(() => import('./screens/sign-up.tsx'), 'SignUpScreen');
const AccountScreen = lazyScreen(() => import('./screens/account.tsx'), 'AccountScreen');
const AppTokensScreen = lazyScreen(() => import('./screens/app-tokens.tsx'), 'AppTokensScreen');
const mailScreens = () => import('./screens/account/mail-screens.tsx');
const VerifyEmailScreen = lazyScreen(mailScreens, 'VerifyEmailScreen');
const ResendVerificationScreen = lazyScreen(mailScreens, 'ResendVerificationScreen');
const ForgottenPasswordScreen = lazyScreen(mailScreens, 'ForgottenPasswordScreen');
const ResetPasswordScreen = lazyScreen(mailScreens, 'ResetPasswordScreen');
const AccountDeletedScreen = lazyScreen(
  () => import('./screens/account/account-deleted.tsx'),
  'AccountDeletedScreen',
);
const MyCollectionScreen = lazyScreen(() => import('./screens/my-collection.tsx'), 'MyCollectionScreen');
const MyStatisticsScreen = lazyScreen(() => import('./screens/my-collection.tsx'), 'MyStatisticsScreen');
const ItemScreen = lazyScreen(() => import('./screens/item.tsx'), 'ItemScreen');
const CollectorsScreen = lazyScreen(() => import('./screens/collectors.tsx'), 'CollectorsScreen');
const PublicCollectionScreen = lazyScreen(
  () => import('./screens/public-collection.tsx'),
  'PublicCollectionScreen',
);
const ShareLinksScreen = lazyScreen(() => import('./screens/share-links.tsx'), 'ShareLinksScreen');
const ImportsScreen = lazyScreen(() => import('./screens/imports.tsx'), 'ImportsScreen');
const ImportScreen = lazyScreen(() => import('./screens/import.tsx'), 'ImportScreen');
const ExportsScreen = lazyScreen(() => import('./screens/exports.tsx'), 'ExportsScreen');
const SharedCollectionScreen = lazyScreen(
  () => import('./screens/shared-collection.tsx'),
  'SharedCollectionScreen',
);
const SharedItemScreen = lazyScreen(() => import('./screens/shared-item.tsx'), 'SharedItemScreen');
const AddItemScreen = lazyScreen(() => import('./screens/add-item.tsx'), 'AddItemScreen');
const EditItemScreen = lazyScreen(() => import('./screens/edit-item.tsx'), 'EditItemScreen');
const DraftsScreen = lazyScreen(() => import('./screens/drafts.tsx'), 'DraftsScreen');
const ProfileScreen = lazyScreen(() => import('./screens/profile.tsx'), 'ProfileScreen');
const SignInAgain = lazyScreen(() => import('./layout/sign-in-again.tsx'), 'SignInAgain');

/** Creates a component whose module is loaded when it is first rendered. */
function lazyScreen<Name extends string, Props>(
  load: () => Promise<Record<Name, (props: Props) => ReactNode>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }));
}

export function App() {
  const { pathname } = useLocation();
  useFocusOnNavigation(pathname);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header />
      <div className="notices">
        <LimitNotice />
        <OfflineNotice />
      </div>
      <main id="main" tabIndex={-1}>
        <ErrorBoundary FallbackComponent={BrokenScreen} resetKeys={[pathname]}>
          <Suspense fallback={<Loading />}>
            <Routes>
              <Route path="/" element={<HomeScreen />} />
              <Route path="/kits" element={<KitsScreen />} />
              <Route path="/clubs" element={<CatalogueListScreen key="clubs" list="clubs" />} />
              <Route path="/countries" element={<CatalogueListScreen key="countries" list="countries" />} />
              <Route
                path="/competitions"
                element={<CatalogueListScreen key="competitions" list="competitions" />}
              />
              <Route path="/brands" element={<CatalogueListScreen key="brands" list="brands" />} />
              <Route path="/kits/:id" element={<WithId screen={<KitScreen />} />} />
              <Route path="/clubs/:id" element={<WithId screen={<ClubScreen />} />} />
              <Route path="/search" element={<SearchScreen />} />
              <Route path="/sign-in" element={<SignInScreen />} />
              <Route path="/sign-up" element={<SignUpScreen />} />
              <Route path="/account/deleted" element={<AccountDeletedScreen />} />
              <Route path="/account/verify-email" element={<VerifyEmailScreen />} />
              <Route path="/account/verify-email/resend" element={<ResendVerificationScreen />} />
              <Route path="/account/password/reset" element={<ForgottenPasswordScreen />} />
              <Route path="/account/password/reset/confirm" element={<ResetPasswordScreen />} />
              <Route path="/s/:token" element={<SharedCollectionScreen />} />
              <Route path="/s/:token/items/:id" element={<WithId screen={<SharedItemScreen />} />} />
              <Route element={<SignedIn />}>
                <Route path="/account" element={<AccountScreen />} />
                <Route path="/account/tokens" element={<AppTokensScreen />} />
                <Route path="/collection" element={<MyCollectionScreen />} />
                <Route path="/collection/drafts" element={<DraftsScreen />} />
                <Route path="/collection/statistics" element={<MyStatisticsScreen />} />
                <Route path="/collection/share" element={<ShareLinksScreen />} />
                <Route path="/collection/import" element={<ImportsScreen />} />
                <Route path="/collection/import/:id" element={<WithId screen={<ImportScreen />} />} />
                <Route path="/collection/export" element={<ExportsScreen />} />
                <Route path="/items/:id" element={<WithId screen={<ItemScreen />} />} />
                <Route path="/items/:id/edit" element={<WithId screen={<EditItemScreen />} />} />
                <Route path="/collectors" element={<CollectorsScreen />} />
                <Route path="/u/:username" element={<PublicCollectionScreen />} />
                <Route path="/add" element={<AddItemScreen />} />
                <Route path="/profile" element={<ProfileScreen />} />
              </Route>
              <Route path="*" element={<NotFoundPage />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <LostSession />
    </>
  );
}

/** Lets users whose session has ended sign in again without losing the screen. */
function LostSession() {
  const isLost = useSyncExternalStore(lostSessionStore.subscribe, lostSessionStore.read);
  const user = useLikelyUser();
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>{isLost && user && <SignInAgain username={user.username} />}</Suspense>
    </ErrorBoundary>
  );
}

/** The screens for signed-in users. Visitors are sent to the sign-in screen, and back afterwards. */
function SignedIn() {
  const user = useUser();
  const { pathname, search } = useLocation();
  if (user === undefined) return <Loading />;
  if (user) return <Outlet />;
  return <Navigate to={`/sign-in?next=${encodeURIComponent(pathname + search)}`} replace />;
}

/**
 * Shown instead of a screen that failed, or whose script could not be loaded. Only reloading the page
 * retries.
 */
function BrokenScreen({ error }: FallbackProps) {
  useEffect(() => {
    if (navigator.onLine) return undefined;
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return <ProblemPage error={error} onRetry={() => window.location.reload()} />;
}

/** A screen whose address contains an id. Addresses without a valid id show the "not found" page. */
function WithId({ screen }: { screen: ReactNode }) {
  return /^[1-9]\d{0,8}$/.test(useParams()['id'] ?? '') ? screen : <NotFoundPage />;
}

/**
 * After a navigation, moves the focus to the new screen and scrolls to the top, as a page load would. After
 * going back, browsers restore the scroll position themselves.
 */
function useFocusOnNavigation(pathname: string): void {
  const last = useRef(pathname);
  const isReturn = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (!isReturn) window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  }, [pathname, isReturn]);
}

function Footer() {
  return (
    <footer className="footer">
      <p>Kitroom — catalogue and collections of football shirts. Open source.</p>
    </footer>
  );
}
