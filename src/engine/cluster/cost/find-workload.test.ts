import { expect, test } from 'vitest';
import { findWorkload } from './find-workload.ts';

const keys = ['Deployment/shop/cart', 'Deployment/shop/cart-worker', 'Job/ops/migrate', 'StatefulSet/data/cart-store'];

test.each([
  ['Deployment/shop/cart', { workload: 'Deployment/shop/cart' }],
  ['cart', { workload: 'Deployment/shop/cart' }],
  ['shop/CART', { workload: 'Deployment/shop/cart' }],
  ['worker', { workload: 'Deployment/shop/cart-worker' }],
  ['job', { workload: 'Job/ops/migrate' }],
  ['cart-', { several: ['Deployment/shop/cart-worker', 'StatefulSet/data/cart-store'] }],
  ['migarte', { nearest: 'Job/ops/migrate' }],
  ['Deployment/shop/crat', { nearest: 'Deployment/shop/cart' }],
  ['something-else-entirely', { nearest: undefined }],
])('%s', (wanted, found) => {
  expect(findWorkload(keys, wanted)).toEqual(found);
});
