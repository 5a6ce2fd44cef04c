/**
 * What most events of rrweb have in common. Blocks are small, so compression finds little to repeat in one of them; with these texts in
 * front of it, increments take a fifth less. A stored block needs the dictionary it was packed with: another one is another format.
 */
export const DICTIONARY = Buffer.from(
  [
    '{"type":3,"data":{"source":2,"type":1,"id":1,"x":100,"y":100},"timestamp":17',
    '{"type":5,"data":{"source":5,"text":"******","isChecked":false,"id":1},"timestamp":',
    '"childNodes":[{"type":2,"tagName":"div","attributes":{"class":"","id":"","style":"","href":"https://","src":"https://"',
    '"rel":"stylesheet","type":"text/css"},"childNodes":[],"id":1,"isSVG":true,"tagName":"span","tagName":"path"',
    '"attributes":{"d":"M"},"tagName":"svg","viewBox":"0 0 24 24"{"type":3,"textContent":"\\n    ","id":',
    '{"source":0,"texts":[{"id":1,"value":"}],"attributes":[{"id":1,"attributes":{"class":"","style":{"width":"px","height":"px"',
    '"transform":"translate("}}],"removes":[{"parentId":1,"id":2}],"adds":[{"parentId":1,"previousId":null,"nextId":null',
    '"node":{"type":2,"tagName":"{"source":1,"positions":[{"x":100,"y":100,"id":1,"timeOffset":-450}',
    '{"x":100,"y":100,"id":1,"timeOffset":-400},{"x":100,"y":100,"id":1,"timeOffset":0}]},"timestamp":',
    '{"source":3,"id":1,"x":0,"y":100},"timestamp":',
  ].join(','),
);
