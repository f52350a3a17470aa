import { connect } from '../../../io/github/github.ts';
import { type AppIdentity, appToken } from '../service/installation-tokens.ts';

const dayMs = 24 * 3600 * 1000;

/**
 * Asks GitHub to redeliver the failed deliveries of the last day, because GitHub does not do so by itself. Returns the number
 * of deliveries.
 */
export async function redeliverFailed(identity: AppIdentity, now: number = Date.now()): Promise<number> {
  const github = connect({ token: appToken(identity, now), apiUrl: identity.apiUrl });
  const since = new Date(now - dayMs).toISOString();

  const deliveries = await github.paginate(github.rest.apps.listWebhookDeliveries, { per_page: 100 }, (page, done) => {
    if (page.data.some(({ delivered_at }) => delivered_at < since)) done();
    return page.data.filter(({ delivered_at }) => delivered_at >= since);
  });

  const isDone = ({ status_code }: { status_code: number }): boolean => status_code >= 200 && status_code < 300;
  const taken = new Set(deliveries.filter(isDone).map(({ guid }) => guid));
  // A delivery and its redeliveries share a guid, and one of them is enough.
  const lost = new Map(deliveries.filter(({ guid }) => !taken.has(guid)).map(({ guid, id }) => [guid, id]));
  for (const delivery_id of lost.values()) await github.rest.apps.redeliverWebhookDelivery({ delivery_id });

  return lost.size;
}
