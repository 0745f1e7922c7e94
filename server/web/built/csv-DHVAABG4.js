import{h as a,i as b}from"./chunk-ZCJ7X2EF.js";import"./chunk-WOT6VMZA.js";export{a as csv,b as readCsv};
