#!/usr/bin/env node
import './command.ts';
