import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { ProblemPage } from './components/page.tsx';
import { ignoreDoubleClicks } from './components/use-action.ts';
import { ignoreCompositionKeys } from './input-methods.ts';
import { installLeaveGuard } from './leave-guard.ts';
import { noteError } from './lost-session.ts';
import { tolerateTranslation } from './page-translation.ts';
import { RETRY_WHEN_ALLOWED } from './rate-limits.ts';
import { createServices, loadConfig, ServicesProvider, SHOWCASE_URL } from './services.ts';
import './styles/index.css';

const MINUTE = 60_000;

// The clients themselves retry transient errors. While the browser is offline, requests fail instead of
// waiting, and failed reads are repeated once it is online again.
const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noteError }),
  mutationCache: new MutationCache({ onError: noteError }),
  defaultOptions: {
    queries: {
      ...RETRY_WHEN_ALLOWED,
      staleTime: 5 * MINUTE,
      gcTime: 60 * MINUTE,
      networkMode: 'always',
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
    },
    mutations: { networkMode: 'always' },
  },
});
// The catalogue changes rarely, so its data stays fresh for longer.
queries.setQueryDefaults(['catalogue'], { staleTime: 30 * MINUTE });
queries.setQueryDefaults(['catalogue', 'kit'], { staleTime: 60 * MINUTE });

// Browsers may load the icon again after navigation, so its URL must not be relative to the current address.
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
icon?.setAttribute('href', icon.href);

installLeaveGuard();
ignoreDoubleClicks();
ignoreCompositionKeys();

const container = document.querySelector('#root') ?? document.body;
tolerateTranslation(container);
const root = createRoot(container);
try {
  const services = createServices(await loadConfig());
  root.render(
    <StrictMode>
      <ServicesProvider value={services}>
        <QueryClientProvider client={queries}>
          <BrowserRouter basename={new URL(SHOWCASE_URL).pathname}>
            <App />
          </BrowserRouter>
        </QueryClientProvider>
      </ServicesProvider>
    </StrictMode>,
  );
} catch (error) {
  root.render(<ProblemPage error={error} onRetry={() => window.location.reload()} />);
}
