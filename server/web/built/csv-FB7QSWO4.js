import{h as a,i as b}from"./chunk-3XSPKPN5.js";import"./chunk-WOT6VMZA.js";export{a as csv,b as readCsv};
