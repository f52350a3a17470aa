import { expect, test } from 'vitest';
import { elementsAt, parseXml, textAt } from './xml.ts';

const text = `<?xml version="1.0" encoding="UTF-8"?>
<DescribeSubnetsResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/">
  <requestId>1</requestId>
  <subnetSet>
    <item><subnetId>subnet-1</subnetId><tagSet/><name>a &lt;b&gt; &amp;amp; &#x41;&#66;</name></item>
    <item><subnetId>subnet-2</subnetId><tagSet><item><key>subnetId</key></item></tagSet></item>
  </subnetSet>
</DescribeSubnetsResponse>`;

test('reads elements by their path', () => {
  const [response] = parseXml(text).children.slice(-1);
  const items = elementsAt(response!, 'subnetSet', 'item');
  expect(items.map((item) => textAt(item, 'subnetId'))).toEqual(['subnet-1', 'subnet-2']);
  expect([textAt(items[0]!, 'name'), textAt(items[0]!, 'gone'), elementsAt(items[0]!, 'tagSet', 'item')]).toEqual([
    ...['a <b> &amp; AB', undefined, []],
  ]);
});

test('reads what it can of a response that is cut off', () => {
  const [response] = parseXml(text.slice(0, 230)).children.slice(-1);
  expect(elementsAt(response!, 'subnetSet', 'item', 'subnetId')).toHaveLength(1);
  expect(parseXml('').children).toEqual([]);
});
