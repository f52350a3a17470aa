import { expect, test } from 'vitest';
import { chatFormOf } from './notify.ts';

test.each([
  ['https://hooks.slack.com/services/T0/B0/x', 'slack'],
  ['https://chat.example.com/hooks/x', 'slack'],
  ['https://prod-12.westeurope.logic.azure.com:443/workflows/x', 'teams'],
  ['https://default0.01.environment.api.powerplatform.com/powerautomate/x', 'teams'],
  ['https://logic.azure.com.evil.example/x', 'slack'],
])('%s gets the form of %s', (url, form) => expect(chatFormOf(new URL(url))).toBe(form));
