"""Editions: everything in which the printed rule books differ, as data, and the switches that bend them."""
