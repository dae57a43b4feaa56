"""Cameras over the network: what they are asked, and what is said where no picture comes of it."""
